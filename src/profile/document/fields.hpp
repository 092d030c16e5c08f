// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "profile/document/measured.hpp"

namespace numapack {

// The keys of the schema, once for reading and writing. An archive has required(key, value), and
// operator()(key, value[, absent]) for what is left out where it equals `absent` (an empty value).

template <class Archive>
void fields(Archive& at, Figure& figure) {
  at("median", figure.median);
  at("min", figure.min);
  at("max", figure.max);
  at("samples", figure.samples);
  at("invalid", figure.invalid);
  at("source", figure.source);
  at("note", figure.note);
  at("visit_medians", figure.visit_medians);
  at("disturbed", figure.disturbed);
  at("kept_disturbed", figure.kept_disturbed);
  at("placed", figure.placed);
  at("pinned", figure.pinned);
  at("page_bytes", figure.page_bytes);
  at("clock_ghz", figure.clock_ghz);
  at("clock_moved", figure.clock_moved);
  at("conditions", figure.conditions);
}

template <class Archive>
void fields(Archive& at, MemoryLatency& cell) {
  at("pu", cell.pu, -1);
  at("node", cell.node, -1);
  at("bytes", cell.bytes);
  at("stride_lines", cell.stride_lines);
  at("load_gb_per_s", cell.load_gb_per_s);
  at.required("latency_ns", cell.latency_ns);
}

template <class Archive>
void fields(Archive& at, PagesLatency& cell) {
  fields(at, static_cast<MemoryLatency&>(cell));
  at.required("pages", cell.pages);
  at("order", cell.order);
}

template <class Archive>
void fields(Archive& at, LoadedPoint& point) {
  at.required("pu", point.pu);
  at.required("node", point.node);
  at("write_share", point.write_share);
  at("threads", point.threads);
  at("bytes", point.bytes);
  at("asked_gb_per_s", point.asked_gb_per_s);
  at.required("gb_per_s", point.gb_per_s);
  at.required("latency_ns", point.latency_ns);
}

template <class Archive>
void fields(Archive& at, ChannelStride& cell) {
  at.required("node", cell.node);
  at.required("stride_bytes", cell.stride_bytes);
  at.required("latency_ns", cell.latency_ns);
}

template <class Archive>
void fields(Archive& at, NodeBandwidth& cell) {
  at.required("cpu_node", cell.cpu_node);
  at.required("memory_node", cell.memory_node);
  at.required("kernel", cell.kernel);
  at("streaming_stores", cell.streaming_stores);
  at("threads", cell.threads);
  at("bytes", cell.bytes);
  at.required("gb_per_s", cell.gb_per_s);
}

template <class Archive>
void fields(Archive& at, CoreToCore& cell) {
  at.required("reader", cell.reader);
  at.required("owner", cell.owner);
  at("sharer", cell.sharer, -1);
  at("home", cell.home, -1);
  at.required("state", cell.state);
  at.required("level", cell.level);
  at("bytes", cell.bytes);
  at("latency_ns", cell.latency_ns);
  at("gb_per_s", cell.gb_per_s);
}

template <class Archive>
void fields(Archive& at, HandoverTime& pair) {
  at.required("one", pair.one);
  at.required("other", pair.other);
  at("home", pair.home, -1);
  at.required("swap_ns", pair.swap_ns);
  at.required("store_ns", pair.store_ns);
}

template <class Archive>
void fields(Archive& at, StreamRow& row) {
  at.required("policy", row.policy);
  at("cpu_nodes", row.cpu_nodes);
  at("memory_nodes", row.memory_nodes);
  at.required("kernel", row.kernel);
  at("streaming_stores", row.streaming_stores);
  at("compiler", row.compiler);
  at("threads", row.threads);
  at("pinned", row.pinned);
  at("array_bytes", row.array_bytes);
  at.required("gb_per_s", row.gb_per_s);
  at("pages_by_node", row.pages_by_node);
  at("numastat", row.numastat);
  at("huge_bytes", row.huge_bytes);
}

template <class Archive>
void fields(Archive& at, ReductionStep& step) {
  at.required("from", step.from);
  at.required("into", step.into);
}

template <class Archive>
void fields(Archive& at, BarrierResult& result) {
  at.required("algorithm", result.algorithm);
  at.required("pus", result.pus);
  at.required("time_us", result.time_us);
  at("predicted_us", result.predicted_us);
  at("steps", result.steps);
}

template <class Archive>
void fields(Archive& at, WakeTime& wake) {
  at.required("node", wake.node);
  at.required("threads", wake.threads);
  at.required("asleep", wake.asleep);
  at.required("time_us", wake.time_us);
}

template <class Archive>
void fields(Archive& at, FreshMemoryRate& rate) {
  at.required("cpu_node", rate.cpu_node);
  at.required("memory_node", rate.memory_node);
  at.required("threads", rate.threads);
  at("pages", rate.pages);
  at.required("gb_per_s", rate.gb_per_s);
}

template <class Archive>
void fields(Archive& at, SentinelSample& sample) {
  at.required("seconds", sample.seconds);
  at.required("l1_ns", sample.l1_ns);
  at("memory_ns", sample.memory_ns);
  at("handover_ns", sample.handover_ns);
}

template <class Archive>
void fields(Archive& at, PeakRate& rate) {
  at.required("precision", rate.precision);
  at("instruction_set", rate.instruction_set);
  at.required("threads", rate.threads);
  at.required("gflops", rate.gflops);
}

template <class Archive>
void fields(Archive& at, Reported& reported) {
  at.required("quantity", reported.quantity);
  at.required("unit", reported.unit);
  at.required("value", reported.value);
}

template <class Archive>
void fields(Archive& at, TunedBlocking& tuned) {
  at.required("kernel", tuned.kernel);
  at.required("mc", tuned.mc);
  at.required("kc", tuned.kc);
  at.required("nc", tuned.nc);
  at("ratio", tuned.ratio);
  at("rounds", tuned.rounds);
  at("n", tuned.n);
  at("threads", tuned.threads);
  at("date", tuned.date);
}

template <class Archive>
void fields(Archive& at, TunedFigures& tuned) {
  at.required("row", tuned.microarch);
  at.required("kernel", tuned.kernel);
  at.required("part", tuned.part);
  at.required("figures", tuned.figures);
  at("ratio", tuned.ratio);
  at("rounds", tuned.rounds);
  at("shapes", tuned.shapes);
  at("date", tuned.date);
}

template <class Archive>
void fields(Archive& at, KernelCosts& costs) {
  at.required("routine", costs.routine);
  at.required("type", costs.type);
  at("flop_ns", costs.flop_ns);
  at("panel_flop_ns", costs.panel_flop_ns);
  at("element_ns", costs.element_ns);
  at("step_ns", costs.step_ns);
  at("all_cores", costs.all_cores, 1.0);
  at("calls", costs.calls);
  at("median_error", costs.median_error);
  at("date", costs.date);
}

template <class Archive>
void fields(Archive& at, ProfiledNode& node) {
  at.required("os_index", node.os_index);
  at("package", node.package, -1);
  at("kind", node.kind);
  at("memory_bytes", node.memory_bytes);
  at("pus", node.pus);
}

template <class Archive>
void fields(Archive& at, ProfiledCache& cache) {
  at.required("level", cache.level);
  at.required("bytes", cache.bytes);
  at.required("pus", cache.pus);
}

template <class Archive>
void fields(Archive& at, ProfiledMachine& machine) {
  at.required("name", machine.name);
  at.required("architecture", machine.architecture);
  at("fingerprint", machine.fingerprint);
  at("hwloc", machine.hwloc);
  at("frequency_ghz", machine.frequency_ghz);
  at("cores", machine.cores);
  at.required("nodes", machine.nodes);
  at("caches", machine.caches);
  at("distances", machine.distances);
  at("layout", machine.layout);
}

template <class Archive>
void fields(Archive& at, MeasuringConditions& conditions) {
  at("date", conditions.date);
  at("kernel_release", conditions.kernel_release);
  at("frequency_governor", conditions.frequency_governor);
  at("transparent_huge_pages", conditions.transparent_huge_pages);
  at("numa_balancing", conditions.numa_balancing);
  at("page_bytes", conditions.page_bytes);
  at("online_cpus", conditions.online_cpus);
  at("usable_cpus", conditions.usable_cpus);
  at("quota_cpus", conditions.quota_cpus);
  at("load_average", conditions.load_average);
  at("steal_percent", conditions.steal_percent);
  at("budget_s", conditions.budget_s);
  at("duration_s", conditions.duration_s);
  at("others_cpus", conditions.others_cpus);
  at("sibling_cpus", conditions.sibling_cpus);
  at("others_running", conditions.others_running);
  at("compiler", conditions.compiler);
  at("threading", conditions.threading);
  at("libraries", conditions.libraries);
}

template <class Archive>
void fields(Archive& at, ProfileSource& source) {
  at.required("document", source.document);
  at("where", source.where);
}

template <class Archive>
void fields(Archive& at, MeasuredProfile& profile) {
  at.required("made_by", profile.made_by);
  at.required("machine", profile.machine);
  at("conditions", profile.conditions);
  at("sources", profile.sources);
  at("remarks", profile.remarks);
  at("memory_latency", profile.memory_latency);
  at("latency_by_pages", profile.latency_by_pages);
  at("loaded_latency", profile.loaded_latency);
  at("channel_stride", profile.channel_stride);
  at("node_bandwidth", profile.node_bandwidth);
  at("core_to_core", profile.core_to_core);
  at("handovers", profile.handovers);
  at("stream", profile.stream);
  at("barriers", profile.barriers);
  at("wakes", profile.wakes);
  at("fresh_memory", profile.fresh_memory);
  at("peaks", profile.peaks);
  at("sentinel", profile.sentinel);
  at("reported", profile.reported);
  at("tuned", profile.tuned);
  at("tuned_figures", profile.tuned_figures);
  at("kernel_costs", profile.kernel_costs);
}

}  // namespace numapack
