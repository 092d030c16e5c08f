// SPDX-License-Identifier: BSD-3-Clause
#include "counters/events.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "counters/event_namer.hpp"
#include "counters/systems.hpp"

namespace numapack {
namespace {

std::vector<const EventSet*> every_set() {
  std::set<const EventSet*> sets;
  for (const auto some : {generic_sets(), arm_sets(), unit_sets()}) sets.insert(some.begin(), some.end());
  for (const CpuEvents& cpu : cpu_events()) sets.insert(cpu.sets.begin(), cpu.sets.end());
  return {sets.begin(), sets.end()};
}

TEST(Events, SayWhatTheyCountAndWhoSaysSo) {
  for (const EventSet* const set : every_set()) {
    SCOPED_TRACE(set->name);
    EXPECT_STRNE(set->title, "");
    EXPECT_STRNE(set->source, "");
    EXPECT_EQ(set->scope == Scope::system, *set->pmu != '\0' && std::string(set->pmu).find("armv") != 0)
        << "units that cores share are found by their PMU";
    for (const NamedEvent& event : set->events) {
      EXPECT_NE(event.adds[0].weight, 0) << event.name << event.file;
      EXPECT_TRUE(event.is_generic || *event.file != '\0' || *event.name != '\0');
      EXPECT_EQ(*set->unit != '\0' || set->scope == Scope::process, *event.name != '\0')
          << event.name << event.file;
    }
  }
}

TEST(Events, OfDifferentCpusDoNotOverlap) {
  const std::span<const CpuEvents> rows = cpu_events();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_LE(rows[i].first_model, rows[i].last_model) << rows[i].title;
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_TRUE(rows[i].vendor != rows[j].vendor || rows[i].family != rows[j].family ||
                  rows[i].last_model < rows[j].first_model || rows[j].last_model < rows[i].first_model)
          << rows[i].title << " and " << rows[j].title;
  }
}

TEST(Events, HaveKeysOfTheirOwnWithTheirUnit) {
  std::set<std::string> keys;
  for (int i = 0; i < quantities; ++i) EXPECT_TRUE(keys.insert(key_of(static_cast<Quantity>(i))).second);
  EXPECT_EQ(key_of(quantity_of(Direction::reads, Place::local)), "reads_local_lines");
  EXPECT_EQ(key_of(quantity_of(Direction::writes, Place::cross_chip)), "writes_cross_chip_lines");
  EXPECT_EQ(key_of(quantity_of(Direction::operations, Place::cross_die)), "operations_cross_die");
  EXPECT_EQ(key_of(Quantity::node_load_misses), "node_load_misses");
}

/// libpfm gives numbers also for CPUs that are not here, if it is asked to.
class WithPfm : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("LIBPFM_ENCODE_INACTIVE", "1", 1);
    // Also where ours comes from: the number of a CPU's own event says whether libpfm is there at all.
    if (std::holds_alternative<NotNamed>(namer_->code("perf::PERF_COUNT_HW_CPU_CYCLES")))
      GTEST_SKIP() << std::get<NotNamed>(namer_->code("perf::PERF_COUNT_HW_CPU_CYCLES")).why;
  }
  void TearDown() override { unsetenv("LIBPFM_ENCODE_INACTIVE"); }

  bool knows(const std::string& pmu) {
    const auto answer = namer_->code(pmu + "::NO_SUCH_EVENT");
    const auto other = namer_->code("no_such_pmu::NO_SUCH_EVENT");
    static_cast<void>(answer), static_cast<void>(other);
    for (const char* const any : {"CYCLES_NOT_IN_HALT", "UNHALTED_CORE_CYCLES", "CPU_CYCLES"})
      if (std::holds_alternative<EventCode>(namer_->code(pmu + "::" + any))) return true;
    return false;
  }

  const std::unique_ptr<EventNamer> namer_ = make_pfm_namer();
};

TEST_F(WithPfm, TheirNamesAreKnown) {
  int known = 0;
  for (const CpuEvents& cpu : cpu_events()) {
    if (!knows(cpu.pfm)) continue;  // another architecture's, or newer than the library
    for (const EventSet* const set : cpu.sets) {
      if (*set->unit != '\0') continue;  // has a number only where there is such a unit
      for (const NamedEvent& event : set->events) {
        const auto code = namer_->code(cpu.pfm + std::string("::") + event.name);
        EXPECT_TRUE(std::holds_alternative<EventCode>(code)) << cpu.title << ": " << event.name;
        ++known;
      }
    }
  }
#if defined(__x86_64__)
  EXPECT_GE(known, 4 + 3 + 3 + 4 + 2 + 2) << "libpfm 4.13 has six of these CPUs";
#endif
}

#if defined(__x86_64__)
TEST_F(WithPfm, NumbersAreThoseOfTheManuals) {
  const auto config = [&](const std::string& name) { return std::get<EventCode>(namer_->code(name)); };
  // PMCx044 with the bits of memory and of another CCX's caches, there and here.
  EXPECT_EQ(config("amd64_fam19h_zen3::ANY_DATA_CACHE_FILLS_FROM_SYSTEM:MEM_IO_RMT:EXT_CACHE_RMT").config,
            0x5044U);
  EXPECT_EQ(
      config("amd64_fam19h_zen4::ANY_DATA_CACHE_FILLS_FROM_SYSTEM:DRAM_IO_NEAR:NEAR_CACHE_NEAR_FAR").config,
      0x0c44U);
  // libpfm 4.12 does not know Zen 5, and 4.13 has other names for the same bits.
  if (knows("amd64_fam1ah_zen5")) {
    const std::string fills = "amd64_fam1ah_zen5::ANY_DATA_CACHE_FILLS_FROM_SYSTEM:";
    EXPECT_EQ(config(fills + "DRAM_IO_NEAR:NEAR_FAR_CACHE_NEAR").config, 0x0c44U);
    EXPECT_EQ(config(fills + "DRAM_IO_FAR:NEAR_FAR_CACHE_FAR").config, 0x5044U);
  }
  // OCR.READS_TO_CORE.LOCAL_DRAM of Ice Lake-SP.
  EXPECT_EQ(config("icx::OFFCORE_RESPONSE_0:READS_TO_CORE_LOCAL_DRAM").config1, 0x104000477U);
}

TEST_F(WithPfm, AnUnknownNameIsSaidWithTheRemedy) {
  const auto answer = namer_->code("amd64_fam19h_zen3::NO_SUCH_EVENT");
  ASSERT_TRUE(std::holds_alternative<NotNamed>(answer));
  EXPECT_NE(std::get<NotNamed>(answer).why.find("install a newer libpfm"), std::string::npos);
}
#endif

TEST(Pfm, WhereItIsNotThereEachAnswerSaysSo) {
  const std::unique_ptr<EventNamer> namer = make_pfm_namer("libnosuchpfm.so.4");
  for (int time = 0; time < 2; ++time) {
    const auto answer = namer->code("ANY");
    ASSERT_TRUE(std::holds_alternative<NotNamed>(answer));
    EXPECT_NE(std::get<NotNamed>(answer).why.find("libpfm"), std::string::npos);
  }
  // A library, but another one.
  EXPECT_TRUE(std::holds_alternative<NotNamed>(make_pfm_namer("libm.so.6")->code("ANY")));
}

}  // namespace
}  // namespace numapack
