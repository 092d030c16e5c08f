// SPDX-License-Identifier: BSD-3-Clause
#include "cpu/find_microarch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/error.hpp"

namespace numapack {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr InstructionSets avx512{InstructionSet::avx2, InstructionSet::avx512}, avx2{InstructionSet::avx2};

CpuIdentity x86(const char* vendor, int family, int model, std::optional<InstructionSets> instructions) {
  CpuIdentity cpu;
  cpu.architecture = "x86_64";
  cpu.vendor = vendor;
  cpu.family = family;
  cpu.model = model;
  cpu.instructions = instructions;
  return cpu;
}

CpuIdentity arm(int implementer, int part, int vector_bytes = 0) {
  CpuIdentity cpu;
  cpu.architecture = "aarch64";
  cpu.implementer = implementer;
  cpu.part = part;
  cpu.instructions = InstructionSets{InstructionSet::neon};
  if (vector_bytes > 0) cpu.instructions->add(InstructionSet::sve);
  cpu.vector_bytes = vector_bytes;
  return cpu;
}

CpuIdentity named(const char* architecture, const char* text) {
  CpuIdentity cpu;
  cpu.architecture = architecture;
  cpu.model_name = text;
  return cpu;
}

std::string microarch_of(const CpuIdentity& cpu) { return choose_microarch(cpu).microarch->name; }

std::string message_of(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "nothing was thrown";
}

TEST(ChooseMicroarch, KnowsCpusByTheirNumbers) {
  EXPECT_EQ(microarch_of(x86("GenuineIntel", 6, 0x55, avx512)), "skylake-x");
  EXPECT_EQ(microarch_of(x86("GenuineIntel", 6, 0x8f, avx512)), "sapphire-rapids");
  EXPECT_EQ(microarch_of(x86("AuthenticAMD", 0x19, 0x01, avx2)), "zen3");
  EXPECT_EQ(microarch_of(x86("AuthenticAMD", 0x19, 0x11, avx512)), "zen4");
  EXPECT_EQ(microarch_of(x86("AuthenticAMD", 0x1a, 0x02, avx512)), "zen4");
  EXPECT_EQ(microarch_of(arm(0x48, 0xd01)), "kunpeng920");
  EXPECT_EQ(microarch_of(arm(0x41, 0xd0c)), "neoverse-n1");
  EXPECT_EQ(microarch_of(arm(0x41, 0xd40, 32)), "neoverse-v1");
  EXPECT_EQ(microarch_of(arm(0x41, 0xd4f, 16)), "neoverse-v2");
  EXPECT_EQ(microarch_of(arm(0x46, 0x001, 64)), "a64fx");
}

TEST(ChooseMicroarch, GoesByWhatTheCpuRunsBeforeItsNumbers) {
  EXPECT_EQ(microarch_of(x86("AuthenticAMD", 0x19, 0x11, avx2)), "zen3") << "AVX-512 is switched off";
  EXPECT_EQ(microarch_of(x86("GenuineIntel", 6, 0x55, avx2)), "generic-avx2");
  EXPECT_EQ(microarch_of(x86("GenuineIntel", 6, 0x55, InstructionSets{})), "portable");
  EXPECT_EQ(microarch_of(arm(0x41, 0xd40, 16)), "generic-neon") << "shorter vectors than the core's own";
  EXPECT_EQ(microarch_of(arm(0x41, 0xd40)), "generic-neon") << "without SVE";
}

TEST(ChooseMicroarch, OfAnUnknownCpuIsItsMakersOrGenericAndSaysSo) {
  EXPECT_EQ(microarch_of(x86("AuthenticAMD", 0x1b, 0x01, avx512)), "zen4");
  CpuIdentity xeon = x86("GenuineIntel", 19, 1, avx512);
  EXPECT_EQ(microarch_of(xeon), "generic-avx512");
  EXPECT_THAT(reason_text(choose_microarch(xeon), xeon),
              AllOf(HasSubstr("no row knows GenuineIntel, family 19, model 1"), HasSubstr("not measured"),
                    HasSubstr("skylake-x")));
  xeon.amx = true;
  EXPECT_EQ(microarch_of(xeon), "sapphire-rapids");
  EXPECT_EQ(microarch_of(x86("GenuineIntel", 6, 0xb7, avx512)), "generic-avx512")
      << "a model that other machines have without";
  EXPECT_EQ(microarch_of(x86("CentaurHauls", 7, 1, avx2)), "generic-avx2");
  EXPECT_EQ(microarch_of(arm(0x43, 0x0af)), "generic-neon");
  EXPECT_EQ(microarch_of(arm(0x41, 0xd99, 32)), "generic-sve256");
  EXPECT_EQ(microarch_of(arm(0x41, 0xd99, 64)), "generic-sve512");
  EXPECT_EQ(microarch_of(arm(0x41, 0xd99, 128)), "generic-neon") << "no kernels of that length";
}

TEST(ChooseMicroarch, OfACapturedMachineGoesByNumbersThenByText) {
  EXPECT_EQ(microarch_of(x86("GenuineIntel", 6, 0x6a, std::nullopt)), "generic-avx512");
  EXPECT_EQ(microarch_of(x86("GenuineIntel", 6, 0x3f, std::nullopt)), "generic-avx2");
  EXPECT_EQ(microarch_of(x86("GenuineIntel", 6, 0x2e, std::nullopt)), "portable") << "Nehalem";
  EXPECT_EQ(microarch_of(x86("AuthenticAMD", 0x17, 0x31, std::nullopt)), "zen3");
  EXPECT_EQ(microarch_of(named("aarch64", "Kunpeng 920, 48 cores")), "kunpeng920");
  EXPECT_EQ(microarch_of(named("x86_64", "Kunpeng 920, 48 cores")), "generic-avx512")
      << "not on that architecture";
  const CpuIdentity unknown = named("x86_64", "");
  EXPECT_EQ(microarch_of(unknown), "generic-avx512");
  EXPECT_THAT(reason_text(choose_microarch(unknown), unknown), HasSubstr("nothing says which CPU"));
  EXPECT_EQ(microarch_of(named("aarch64", "")), "generic-neon") << "most have no SVE";
  EXPECT_EQ(microarch_of(named("riscv64", "")), "portable");
}

TEST(ChooseMicroarch, TakesTheOneAskedForIfItRunsThere) {
  const CpuIdentity xeon = x86("GenuineIntel", 6, 0x55, avx512);
  EXPECT_EQ(choose_microarch(xeon, "zen4", "x").microarch, &microarchs::zen4)
      << "names choose among rows that run";
  EXPECT_THAT(message_of([&] { choose_microarch(xeon, "zen9", "NUMAPACK_CPU"); }),
              AllOf(HasSubstr("NUMAPACK_CPU"), HasSubstr("zen9"), HasSubstr("zen4"), HasSubstr("portable"),
                    Not(HasSubstr("neoverse"))));
  EXPECT_THAT(message_of([&] { choose_microarch(xeon, "a64fx", "NUMAPACK_CPU"); }),
              AllOf(HasSubstr("lacks the instructions"), HasSubstr("a64fx"), HasSubstr("skylake-x")));
  EXPECT_THAT(message_of([&] { choose_microarch(x86("AuthenticAMD", 0x19, 1, avx2), "zen4", "cpu"); }),
              HasSubstr("zen3"));
}

TEST(MicroarchOfBits, IsTheSameOnEveryCpuThatHasTheInstructions) {
  const auto microarch = [](const CpuIdentity& cpu, const char* level) {
    return microarch_of_bits(cpu, level, "x").microarch;
  };
  const CpuIdentity xeon = x86("GenuineIntel", 6, 0x55, avx512), milan = x86("AuthenticAMD", 0x19, 1, avx2);
  EXPECT_EQ(microarch(xeon, "avx2"), &microarchs::generic_avx2);
  EXPECT_EQ(microarch(milan, "avx2"), &microarchs::generic_avx2);
  EXPECT_EQ(microarch(xeon, "avx512"), &microarchs::generic_avx512);
  EXPECT_EQ(microarch(arm(0x48, 0xd01), "neon"), &microarchs::generic_neon);
  EXPECT_EQ(microarch(arm(0x41, 0xd40, 32), "sve256"), &microarchs::generic_sve256);
  for (const CpuIdentity& cpu : {xeon, milan, arm(0x48, 0xd01)})
    EXPECT_EQ(microarch(cpu, "portable"), &microarchs::portable);
  EXPECT_EQ(microarch_of_bits(milan, "avx2", "x").reason, MicroarchReason::bits);
}

TEST(MicroarchOfBits, OfFmaIsTheCpusOwnInFixedOrder) {
  const auto microarch = [](const CpuIdentity& cpu) { return microarch_of_bits(cpu, "fma", "x").microarch; };
  const Microarch& of_xeon = *microarch(x86("GenuineIntel", 6, 0x55, avx512));
  EXPECT_STREQ(of_xeon.name, "skylake-x");
  EXPECT_TRUE(of_xeon.fixed_order && !microarchs::skylake_x.fixed_order);
  EXPECT_STREQ(microarch(x86("AuthenticAMD", 0x19, 1, avx2))->name, "zen3");
  EXPECT_STREQ(microarch(arm(0x48, 0xd01))->name, "kunpeng920");
  EXPECT_STREQ(microarch(arm(0x41, 0xd40, 32))->name, "generic-neon") << "SVE has no kernels of that order";
  for (const Microarch* const each : all_microarchs()) {
    const Microarch* const fixed = microarch_of_fma(*each);
    EXPECT_EQ(fixed == nullptr, each->set == InstructionSet::portable) << each->name;
    EXPECT_TRUE(fixed == nullptr || fixed->fixed_order) << each->name;
  }
}

TEST(MicroarchOfBits, OfALevelThatTheCpuCannotGiveSaysWhichItCan) {
  EXPECT_EQ(
      message_of([] { microarch_of_bits(x86("AuthenticAMD", 0x19, 1, avx2), "avx512", "NUMAPACK_BITS"); }),
      "NUMAPACK_BITS: this CPU cannot give the bits of \"avx512\"; use one of fma, avx2, portable, or "
      "unset it");
  EXPECT_THAT(message_of([] { microarch_of_bits(arm(0x41, 0xd40, 32), "sve512", "x"); }),
              HasSubstr("use one of fma, sve256, neon, portable"));
  EXPECT_THAT(
      message_of([] { microarch_of_bits(x86("AuthenticAMD", 0x10, 1, InstructionSets{}), "fma", "x"); }),
      HasSubstr("use one of portable"));
}

TEST(MicroarchHere, IsOneThatRunsAndObeysTheVariable) {
  const char* const before = std::getenv("NUMAPACK_CPU");
  const std::string kept = before != nullptr ? before : "";
  unsetenv("NUMAPACK_CPU");
  EXPECT_TRUE(runs(*microarch_here().microarch, cpu_here())) << describe(cpu_here());
  EXPECT_THAT(names_of_microarchs(cpu_here()), Contains(std::string(microarch_here().microarch->name)));
  setenv("NUMAPACK_CPU", "portable", 1);
  EXPECT_EQ(microarch_here().microarch, &microarchs::portable);
  setenv("NUMAPACK_CPU", "Zen", 1);
  EXPECT_THAT(message_of([] { microarch_here(); }), AllOf(HasSubstr("NUMAPACK_CPU"), HasSubstr("portable")));
  kept.empty() ? unsetenv("NUMAPACK_CPU") : setenv("NUMAPACK_CPU", kept.c_str(), 1);
}

}  // namespace
}  // namespace numapack
