// SPDX-License-Identifier: BSD-3-Clause
#include "cli/predict/what_if.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "base/error.hpp"
#include "cli/options/quoted.hpp"

namespace numapack {

namespace {

/// The figures of all pairs of nodes, or of those that are (not) one.
void scale(std::vector<std::vector<double>>& figures, double times, bool local, bool remote) {
  for (std::size_t from = 0; from < figures.size(); ++from)
    for (std::size_t home = 0; home < figures.size(); ++home)
      if (from == home ? local : remote) figures[from][home] *= times;
}

std::string names() {
  std::string text;
  for (const ModelFigure& figure : model_figures()) text += (text.empty() ? "" : ", ") + figure.name;
  return text + ", bandwidth, cores, nodes, l3";
}

}  // namespace

const std::vector<ModelFigure>& model_figures() {
  static const std::vector<ModelFigure> figures{
      {"peak", "GF/s", "FMA rate of a core, and with it the kernels' rates"},
      {"panels", "GF/s", "rate of loops over a column at a time: panels, tiles on a diagonal"},
      {"element", "flops", "that take as long as an element that is copied, packed or added to"},
      {"step", "us", "a step's begin and end"},
      {"local-latency", "ns", "of a node's own memory"},
      {"remote-latency", "ns", "of other nodes' memory"},
      {"local-bandwidth", "GB/s", "of a node's own memory"},
      {"remote-bandwidth", "GB/s", "of the links between nodes"},
      {"writing", "1", "bytes that can be read while one is written"},
      {"lines", "1", "cache lines that a core has on their way at a time"},
      {"wake", "us", "until a thread that slept begins"},
      {"fresh", "GB/s", "that a node's threads touch for the first time: of a first call"},
      {"barrier", "us", "of a node's threads"},
  };
  return figures;
}

Profile scaled(Profile profile, const std::string& figure, double times) {
  // Beyond, times and rates leave what a double holds.
  constexpr double least = 1e-6, most = 1e6;
  if (!(times >= least && times <= most))
    invalid("--what-if", fmt::format("{} times {} is no machine", times, figure), "use 1e-6 to 1e6");
  if (figure == "peak") {
    profile.core_gflops *= times;
    for (KernelCosts& costs : profile.kernel_costs)
      for (double KernelCosts::*cost : {&KernelCosts::flop_ns, &KernelCosts::panel_flop_ns})
        costs.*cost /= times;
  } else if (figure == "panels") {
    profile.panel_share *= times;
    for (KernelCosts& costs : profile.kernel_costs) costs.panel_flop_ns /= times;
  } else if (figure == "element") {
    profile.flops_an_element *= times;
    for (KernelCosts& costs : profile.kernel_costs) costs.element_ns *= times;
  } else if (figure == "step") {
    profile.step_us *= times;
    for (KernelCosts& costs : profile.kernel_costs) costs.step_ns *= times;
  } else if (figure == "local-latency" || figure == "remote-latency") {
    scale(profile.latency_ns, times, figure == "local-latency", figure == "remote-latency");
  } else if (figure == "local-bandwidth" || figure == "remote-bandwidth" || figure == "bandwidth") {
    scale(profile.bandwidth_gb_per_s, times, figure != "remote-bandwidth", figure != "local-bandwidth");
  } else if (figure == "writing") {
    profile.bytes_a_written_byte *= times;
  } else if (figure == "lines") {
    profile.lines_in_flight *= times;
  } else if (figure == "wake") {
    profile.wake_us *= times;
  } else if (figure == "fresh") {
    profile.fresh_gb_per_s *= times;
  } else if (figure == "barrier") {
    profile.barrier_us *= times;
  } else {
    invalid("--what-if", quoted(figure) + " is no figure of a machine", "use " + names());
  }
  return profile;
}

std::vector<std::string> parts_of_what_if(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

Profile what_if(Profile profile, const std::string& text) {
  for (const std::string& part : parts_of_what_if(text)) {
    const std::size_t sign = part.find('=');
    double times = 0;
    if (sign != std::string::npos) {
      const char* const last = part.data() + part.size();
      const auto read = std::from_chars(part.data() + sign + 1, last, times);
      if (read.ec != std::errc() || read.ptr != last) times = 0;
    }
    if (times <= 0)
      invalid("--what-if", quoted(part) + " is no figure and how many times as large it is",
              "use remote-latency=1.5,peak=2; figures: " + names());
    profile = scaled(std::move(profile), part.substr(0, sign), times);
  }
  return profile;
}

}  // namespace numapack
