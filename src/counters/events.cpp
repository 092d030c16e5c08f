// SPDX-License-Identifier: BSD-3-Clause
#include "counters/events.hpp"

#include <linux/perf_event.h>

namespace numapack {
namespace {

constexpr Quantity reads(Place place) { return quantity_of(Direction::reads, place); }
constexpr Quantity writes(Place place) { return quantity_of(Direction::writes, place); }
constexpr Quantity operations(Place place) { return quantity_of(Direction::operations, place); }

constexpr NamedEvent hardware(const char* name, Quantity quantity, std::uint64_t config) {
  return {.name = name,
          .adds = {{quantity, 1}},
          .generic = {.type = PERF_TYPE_HARDWARE, .config = config},
          .is_generic = true};
}

constexpr NamedEvent cache(const char* name, Quantity quantity, std::uint64_t which, std::uint64_t operation,
                           std::uint64_t result) {
  return {.name = name,
          .adds = {{quantity, 1}},
          .generic = {.type = PERF_TYPE_HW_CACHE, .config = which | operation << 8 | result << 16},
          .is_generic = true};
}

constexpr NamedEvent node(const char* name, Quantity quantity, std::uint64_t operation,
                          std::uint64_t result) {
  return cache(name, quantity, PERF_COUNT_HW_CACHE_NODE, operation, result);
}

constexpr NamedEvent named(const char* name, Quantity quantity) {
  return {.name = name, .adds = {{quantity, 1}}};
}

constexpr NamedEvent published(const char* file, Quantity quantity, int weight = 1) {
  return {.file = file, .adds = {{quantity, weight}}};
}

// Generic.

constexpr NamedEvent work_events[] = {
    hardware("cycles", Quantity::cycles, PERF_COUNT_HW_CPU_CYCLES),
    hardware("instructions", Quantity::instructions, PERF_COUNT_HW_INSTRUCTIONS)};
constexpr EventSet work{.name = "work",
                        .title = "what the threads did",
                        .source = "perf_event_open(2), PERF_TYPE_HARDWARE",
                        .events = work_events};

constexpr NamedEvent l1d_events[] = {
    cache("L1-dcache-loads", Quantity::l1d_loads, PERF_COUNT_HW_CACHE_L1D, PERF_COUNT_HW_CACHE_OP_READ,
          PERF_COUNT_HW_CACHE_RESULT_ACCESS),
    cache("L1-dcache-load-misses", Quantity::l1d_load_misses, PERF_COUNT_HW_CACHE_L1D,
          PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_MISS)};
constexpr EventSet l1d{.name = "l1d",
                       .title = "loads from L1's data cache, and those that it did not have",
                       .source = "perf_event_open(2), PERF_COUNT_HW_CACHE_L1D",
                       .events = l1d_events};

constexpr NamedEvent node_events[] = {
    node("node-loads", Quantity::node_loads, PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_ACCESS),
    node("node-load-misses", Quantity::node_load_misses, PERF_COUNT_HW_CACHE_OP_READ,
         PERF_COUNT_HW_CACHE_RESULT_MISS),
    node("node-stores", Quantity::node_stores, PERF_COUNT_HW_CACHE_OP_WRITE,
         PERF_COUNT_HW_CACHE_RESULT_ACCESS),
    node("node-store-misses", Quantity::node_store_misses, PERF_COUNT_HW_CACHE_OP_WRITE,
         PERF_COUNT_HW_CACHE_RESULT_MISS)};
constexpr EventSet node_accesses{
    .name = "node",
    .title = "loads and stores that went to a memory, and of them to another node's",
    .source = "perf_event_open(2), PERF_COUNT_HW_CACHE_NODE",
    .events = node_events};

// ARM.

constexpr NamedEvent arm_events[] = {
    {.name = "LL_CACHE_MISS_RD", .file = "ll_cache_miss_rd", .adds = {{reads(Place::all), 1}}},
    {.name = "REMOTE_ACCESS", .file = "remote_access", .adds = {{operations(Place::cross_chip), 1}}}};
constexpr EventSet arm_core{
    .name = "arm-core",
    .title = "reads that the last level cache did not have; accesses to another socket",
    .source =
        "Arm Architecture Reference Manual, common events 0x37 and 0x31; Neoverse N1 TRM 100616, "
        "performance monitor events",
    .pmu = "armv[89]*",
    .events = arm_events};

// Kunpeng 920's Hydra Home Agents: each answers for the lines of half of a die's memory.

constexpr NamedEvent hha_events[] = {
    published("rx_ops_num", operations(Place::local)),
    {.file = "rx_outer", .adds = {{operations(Place::cross_chip), 1}, {operations(Place::local), -1}}},
    {.file = "rx_sccl", .adds = {{operations(Place::cross_die), 1}, {operations(Place::local), -1}}},
    published("rd_ddr_64b", reads(Place::all)),
    published("rd_ddr_128b", reads(Place::all), 2),
    published("wr_ddr_64b", writes(Place::all)),
    published("wr_ddr_128b", writes(Place::all), 2)};
constexpr EventSet hha{
    .name = "hisi-hha",
    .title = "operations that a die's home agents received, by who sent them; its memory's lines",
    .source =
        "Linux, Documentation/admin-guide/perf/hisi-pmu.rst and drivers/perf/hisilicon/"
        "hisi_uncore_hha_pmu.c",
    .scope = Scope::system,
    .pmu = "hisi_sccl[0-9]*_hha[0-9]*",
    .events = hha_events};

// Intel's units.

constexpr NamedEvent imc_events[] = {published("cas_count_read", reads(Place::all)),
                                     published("cas_count_write", writes(Place::all))};
constexpr EventSet imc{.name = "intel-imc",
                       .title = "lines that a package's memory controllers read and wrote",
                       .source =
                           "Linux, arch/x86/events/intel/uncore_snbep.c, cas_count_read and "
                           "cas_count_write: 64 bytes each",
                       .scope = Scope::system,
                       .pmu = "uncore_imc_[0-9]*",
                       .of_package = true,
                       .events = imc_events};

constexpr NamedEvent cha_events[] = {named("UNC_C_REQUESTS:READS_LOCAL", reads(Place::local)),
                                     named("UNC_C_REQUESTS:READS_REMOTE", reads(Place::cross_chip)),
                                     named("UNC_C_REQUESTS:WRITES_LOCAL", writes(Place::local)),
                                     named("UNC_C_REQUESTS:WRITES_REMOTE", writes(Place::cross_chip))};
constexpr EventSet skx_cha{
    .name = "intel-cha",
    .title = "requests for a package's lines, by which package sent them, with those that L3 served",
    .source =
        "Intel Xeon Processor Scalable Memory Family Uncore Performance Monitoring 336274, CHA, "
        "REQUESTS",
    .scope = Scope::system,
    .pmu = "uncore_cha_[0-9]*",
    .unit = "skx_unc_cha",
    .of_package = true,
    .events = cha_events};

// Intel's cores. Retired loads (MEM_LOAD_L3_MISS_RETIRED) leave out what prefetchers fetch, which is most of
// what a product reads.

constexpr NamedEvent skx_events[] = {
    named("OFFCORE_RESPONSE_0:ANY_DATA_RD:L3_MISS_LOCAL:SNP_ANY", reads(Place::local)),
    named("OFFCORE_RESPONSE_0:ANY_DATA_RD:L3_MISS_REMOTE_HOP1_DRAM:SNP_ANY", reads(Place::cross_chip)),
    named("OFFCORE_RESPONSE_0:ANY_RFO:L3_MISS_LOCAL:SNP_ANY", writes(Place::local)),
    named("OFFCORE_RESPONSE_0:ANY_RFO:L3_MISS_REMOTE_HOP1_DRAM:SNP_ANY", writes(Place::cross_chip))};
constexpr EventSet skx_offcore{
    .name = "intel-offcore",
    .title = "lines that came from a memory past L3, with prefetches; writes: lines fetched to be written",
    .source =
        "Intel 64 and IA-32 Architectures SDM 325462, volume 3B, Off-core Response Performance Monitoring",
    .events = skx_events};
constexpr const EventSet* skx_sets[] = {&skx_offcore, &skx_cha};

constexpr NamedEvent icx_events[] = {
    named("OFFCORE_RESPONSE_0:READS_TO_CORE_LOCAL_DRAM", reads(Place::local)),
    named("OFFCORE_RESPONSE_0:READS_TO_CORE_SNC_DRAM", reads(Place::cross_die)),
    named("OFFCORE_RESPONSE_0:READS_TO_CORE_REMOTE", reads(Place::cross_chip))};
constexpr EventSet icx_offcore{
    .name = "intel-offcore",
    .title =
        "lines that came from a memory, or from another package, with prefetches and those to be written",
    .source = "Intel perfmon events of Ice Lake-SP and Sapphire Rapids, OCR.READS_TO_CORE",
    .events = icx_events};
constexpr const EventSet* icx_sets[] = {&icx_offcore};

// AMD's cores: fills of L1. What the L2's prefetcher has fetched comes from L2 and is not among them.

constexpr EventSet amd_fills(const char* source, std::span<const NamedEvent> events) {
  return {
      .name = "amd-fills",
      .title =
          "lines that L1 got from a memory or another CCX's caches, with those to be written; not what L2 "
          "prefetched",
      .source = source,
      .events = events};
}

constexpr NamedEvent zen2_events[] = {
    named("DATA_CACHE_REFILLS_FROM_SYSTEM:LS_MABRESP_LCL_DRAM", reads(Place::local)),
    named("DATA_CACHE_REFILLS_FROM_SYSTEM:LS_MABRESP_RMT_CACHE:LS_MABRESP_RMT_DRAM", reads(Place::remote)),
    named("HARDWARE_PREFETCH_DATA_CACHE_FILLS:LS_MABRESP_LCL_DRAM", reads(Place::local)),
    named("HARDWARE_PREFETCH_DATA_CACHE_FILLS:LS_MABRESP_RMT_CACHE:LS_MABRESP_RMT_DRAM",
          reads(Place::remote))};
constexpr EventSet zen2_fills =
    amd_fills("AMD PPR 55803 (family 17h, model 31h), PMCx043 and PMCx05A", zen2_events);
constexpr const EventSet* zen2_sets[] = {&zen2_fills};

constexpr NamedEvent zen3_events[] = {
    named("ANY_DATA_CACHE_FILLS_FROM_SYSTEM:MEM_IO_LCL:EXT_CACHE_LCL", reads(Place::local)),
    named("ANY_DATA_CACHE_FILLS_FROM_SYSTEM:MEM_IO_RMT:EXT_CACHE_RMT", reads(Place::remote))};
constexpr EventSet zen3_fills = amd_fills("AMD PPR 55898 (family 19h, model 01h), PMCx044", zen3_events);
constexpr const EventSet* zen3_sets[] = {&zen3_fills};

constexpr NamedEvent zen4_events[] = {
    named("ANY_DATA_CACHE_FILLS_FROM_SYSTEM:DRAM_IO_NEAR:NEAR_CACHE_NEAR_FAR", reads(Place::local)),
    named("ANY_DATA_CACHE_FILLS_FROM_SYSTEM:DRAM_IO_FAR:FAR_CACHE_NEAR_FAR", reads(Place::remote))};
constexpr EventSet zen4_fills = amd_fills("AMD PPR 55901 (family 19h, model 11h), PMCx044", zen4_events);
constexpr const EventSet* zen4_sets[] = {&zen4_fills};

// The same bits by other names.
constexpr NamedEvent zen5_events[] = {
    named("ANY_DATA_CACHE_FILLS_FROM_SYSTEM:DRAM_IO_NEAR:NEAR_FAR_CACHE_NEAR", reads(Place::local)),
    named("ANY_DATA_CACHE_FILLS_FROM_SYSTEM:DRAM_IO_FAR:NEAR_FAR_CACHE_FAR", reads(Place::remote))};
constexpr EventSet zen5_fills = amd_fills("AMD PPR of family 1Ah, PMCx044", zen5_events);
constexpr const EventSet* zen5_sets[] = {&zen5_fills};

constexpr std::string_view intel = "GenuineIntel", amd = "AuthenticAMD";

constexpr CpuEvents all[] = {
    {"Skylake-SP, Cascade Lake", "skx", intel, 6, 0x55, 0x55, -1, -1, skx_sets},
    {"Ice Lake-SP", "icx", intel, 6, 0x6a, 0x6c, -1, -1, icx_sets},
    {"Sapphire Rapids", "spr", intel, 6, 0x8f, 0x8f, -1, -1, icx_sets},
    {"Emerald Rapids", "emr", intel, 6, 0xcf, 0xcf, -1, -1, icx_sets},
    {"Granite Rapids", "gnr", intel, 6, 0xad, 0xae, -1, -1, icx_sets},
    {"Zen 2", "amd64_fam17h_zen2", amd, 0x17, 0x30, 0xff, -1, -1, zen2_sets},
    {"Zen 3", "amd64_fam19h_zen3", amd, 0x19, 0x00, 0x0f, -1, -1, zen3_sets},
    {"Zen 3", "amd64_fam19h_zen3", amd, 0x19, 0x20, 0x5f, -1, -1, zen3_sets},
    {"Zen 4", "amd64_fam19h_zen4", amd, 0x19, 0x10, 0x1f, -1, -1, zen4_sets},
    {"Zen 4", "amd64_fam19h_zen4", amd, 0x19, 0x60, 0xaf, -1, -1, zen4_sets},
    {"Zen 5", "amd64_fam1ah_zen5", amd, 0x1a, 0x00, 0xff, -1, -1, zen5_sets},
};

}  // namespace

std::span<const EventSet* const> generic_sets() {
  static constexpr const EventSet* sets[] = {&work, &node_accesses};
  return sets;
}

std::span<const EventSet* const> cache_sets() {
  static constexpr const EventSet* sets[] = {&l1d};
  return sets;
}

std::span<const EventSet* const> arm_sets() {
  static constexpr const EventSet* sets[] = {&arm_core};
  return sets;
}

std::span<const EventSet* const> unit_sets() {
  static constexpr const EventSet* sets[] = {&hha, &imc};
  return sets;
}

std::span<const CpuEvents> cpu_events() { return all; }

}  // namespace numapack
