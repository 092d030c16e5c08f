// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/kernel.hpp"
#include "kernel/types.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>
#include <string>

#include "base/error.hpp"
#include "cpu/find_microarch.hpp"

namespace numapack {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

#if defined(__x86_64__)
constexpr const char* here = "x86_64";
#elif defined(__aarch64__)
constexpr const char* here = "aarch64";
#else
constexpr const char* here = "other";
#endif

/// A variable for the life of a test; null: unset.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~Variable() { set(before_.empty() ? nullptr : before_.c_str()); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const char* value) {
    if (value != nullptr)
      setenv(name_, value, 1);
    else
      unsetenv(name_);
  }
  const char* name_;
  std::string before_;
};
struct KernelVariable : Variable {
  explicit KernelVariable(const char* value) : Variable("NUMAPACK_KERNEL", value) {}
};

std::string message_of(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    return error.what();
  }
  return "nothing was thrown";
}

template <class T>
class Table : public ::testing::Test {};
TYPED_TEST_SUITE(Table, Types);

/// This CPU's own first, then in the order of the architecture's list; SVE's in the one size that fits the
/// length of this CPU's vectors, if there is one.
TYPED_TEST(Table, UsableKernelsAreThoseOfThisArchitectureThatTheCpuSupports) {
  const Type type = type_of<TypeParam>();
  std::vector<std::string> expected, usable, sve;
  for (const KernelShape& shape : kernel_shapes(here, type)) {
    if (!supported(shape.set)) continue;
    (shape.set == InstructionSet::sve ? sve : expected).push_back(shape.name);
  }
  for (const Kernel<TypeParam>& kernel : usable_kernels<TypeParam>()) {
    usable.push_back(kernel.shape.name);
    EXPECT_EQ(kernel.shape.type, type);
    EXPECT_NE(kernel.tile, nullptr);
    EXPECT_NE(kernel.pack_a, nullptr);
    EXPECT_NE(kernel.pack_b, nullptr);
    EXPECT_TRUE(runs(*kernel.shape.microarch, cpu_here())) << kernel.shape.microarch->name;
    EXPECT_EQ(find_kernel<TypeParam>(kernel.shape.name), &kernel);
  }
  EXPECT_EQ(usable.front(), choose_microarch(cpu_here()).microarch->kernels[static_cast<int>(type)].name);
  if (usable_kernels<TypeParam>().front().shape.set == InstructionSet::sve) {
    EXPECT_THAT(sve, ::testing::Contains(usable.front()));
    usable.erase(usable.begin());
  }
  EXPECT_THAT(usable, ::testing::UnorderedElementsAreArray(expected));
  EXPECT_EQ(usable_kernels<TypeParam>().back().shape.set, InstructionSet::portable);
  EXPECT_EQ(find_kernel<TypeParam>("avx512-d24x9"), nullptr);
}

TEST(KernelShapes, HaveUniqueNamesThatTellSetTypeAndSize) {
  for (const std::string_view architecture : {"x86_64", "aarch64", "riscv64"}) {
    std::set<std::string> names;
    for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
      const std::vector<KernelShape> shapes = kernel_shapes(architecture, type);
      ASSERT_FALSE(shapes.empty());
      for (const KernelShape& shape : shapes) {
        EXPECT_EQ(shape.type, type);
        EXPECT_TRUE(names.insert(shape.name).second) << shape.name << " twice";
        const std::string name_wanted = std::string(name(shape.set)) + "-" + letter(type) +
                                        std::to_string(shape.mr) + "x" + std::to_string(shape.nr);
        EXPECT_THAT(shape.name, ::testing::AnyOf(name_wanted, name_wanted + "-by-columns"));
        EXPECT_TRUE(shape.microarch->set == shape.set &&
                    (shape.microarch->architecture == architecture || shape.set == InstructionSet::portable));
      }
    }
    EXPECT_EQ(names.contains("avx2-d8x6"), architecture == "x86_64");
    EXPECT_EQ(names.contains("neon-d8x6"), architecture == "aarch64");
    EXPECT_TRUE(names.contains("portable-d4x4"));
  }
}

TEST(ChooseShape, TakesTheBestUnlessTold) {
  const KernelVariable variable(nullptr);
  const Variable cpu("NUMAPACK_CPU", nullptr);
  for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
    EXPECT_STREQ(choose_shape("aarch64", false, type).name, kernel_shapes("aarch64", type).front().name);
    EXPECT_STREQ(choose_shape("riscv64", false, type).name, kernel_shapes("riscv64", type).front().name);
  }
  EXPECT_STREQ(choose_shape(here, true, Type::d).name, usable_kernels<double>().front().shape.name);
  EXPECT_STREQ(choose_shape("aarch64", false, Type::d).name, "neon-d8x6") << "the paper's machine";
}

TEST(ChooseShape, TakesTheOneAskedForByName) {
  const KernelVariable variable("portable");
  EXPECT_STREQ(choose_shape("aarch64", false, Type::d, "neon-d4x4").name, "neon-d4x4");
  EXPECT_STREQ(choose_shape("x86_64", false, Type::z, "avx2-z4x3").name, "avx2-z4x3");
  for (const Kernel<double>& kernel : usable_kernels<double>())
    EXPECT_STREQ(choose_shape(here, true, Type::d, kernel.shape.name).name, kernel.shape.name);
}

TEST(ChooseShape, TakesTheRowsOwnKernelAndItsFigures) {
  const KernelVariable variable(nullptr);
  for (const Microarch* const microarch : all_microarchs()) {
    SCOPED_TRACE(microarch->name);
    for (const Type type : {Type::s, Type::d, Type::c, Type::z}) {
      const MicroarchKernel& own = microarch->kernels[static_cast<int>(type)];
      const KernelShape shape = choose_shape(*microarch, false, type);
      EXPECT_STREQ(shape.name, own.name);
      EXPECT_EQ(shape.microarch, microarch);
      if (own.blocks.kc > 0) {
        EXPECT_EQ(choose_blocking(shape, {32 << 10, 2 << 20, 4 << 20}).kc, own.blocks.kc);
      }
    }
  }
  EXPECT_EQ(choose_shape(microarchs::kunpeng920, false, Type::d, "neon-d4x4").microarch,
            &microarchs::kunpeng920)
      << "of no other row";
  EXPECT_EQ(choose_shape(microarchs::zen4, false, Type::d, "avx2-d8x6").microarch, &microarchs::zen3)
      << "not zen4's";
  EXPECT_EQ(choose_shape(microarchs::zen4, false, Type::d, "avx512-d24x8").microarch, &microarchs::skylake_x);
}

TEST(ChooseShape, ObeysTheVariableForTheCpu) {
  const KernelVariable variable(nullptr);
  for (const std::string& name : names_of_microarchs(cpu_here())) {
    const Variable cpu("NUMAPACK_CPU", name.c_str());
    const KernelShape shape = choose_shape(here, true, Type::d);
    EXPECT_EQ(shape.microarch, microarch_named(name));
    const std::optional<Kernel<double>> kernel = kernel_of<double>(shape);
    ASSERT_TRUE(kernel);
    EXPECT_EQ(kernel->shape.microarch, shape.microarch);
    EXPECT_EQ(kernel->pack_a == kernel->pack_a_prefetching, shape.microarch->packing_prefetches_all_lines);
  }
  EXPECT_FALSE(kernel_of<double>({"avx512-d24x9"}));
}

TEST(ChooseShape, RefusesAnUnknownNameAndListsTheKnown) {
  EXPECT_THAT(message_of([] { choose_shape("aarch64", false, Type::d, "avx512-d24x8"); }),
              AllOf(HasSubstr("avx512-d24x8"), HasSubstr("neon-d8x6"), HasSubstr("neon-d4x4")));
  EXPECT_THAT(message_of([] { choose_shape("x86_64", false, Type::s, "avx2-d8x6"); }),
              AllOf(HasSubstr("avx2-d8x6"), HasSubstr("avx2-s16x6")));
  EXPECT_THAT(message_of([] { choose_shape(here, true, Type::c, "portable"); }), HasSubstr("portable-c4x2"));
}

/// A run on a machine, real or emulated, that is meant to have a kernel says so in the variable.
TEST(ChooseShape, ObeysTheVariableOfThisRun) {
  const char* const variable = std::getenv("NUMAPACK_KERNEL");
  const Variable cpu("NUMAPACK_CPU", nullptr);
  const KernelShape shape = choose_shape(here, true, Type::d);
  if (variable != nullptr)
    EXPECT_THAT(variable, ::testing::AnyOf(::testing::StrEq(shape.name), ::testing::StrEq(name(shape.set))));
  else
    EXPECT_STREQ(shape.name, usable_kernels<double>().front().shape.name);
}

TEST(ChooseShape, ObeysTheVariableOnThisMachine) {
  const Variable cpu("NUMAPACK_CPU", nullptr);
  const KernelVariable set("portable");
  EXPECT_STREQ(choose_shape(here, true, Type::s).name, "portable-s8x4");
  EXPECT_STREQ(choose_shape(here, true, Type::z).name, "portable-z2x2");
  EXPECT_STREQ(choose_shape("x86_64", false, Type::d).name, "avx512-d24x8") << "another machine";
  const KernelVariable kernel("portable-d4x4");
  EXPECT_STREQ(choose_shape(here, true, Type::d).name, "portable-d4x4");
  EXPECT_STREQ(choose_shape(here, true, Type::s).name, usable_kernels<float>().front().shape.name)
      << "a kernel of another type";
}

TEST(ChooseShape, RefusesAVariableThatNamesNothingHere) {
  const char* const absent = std::string_view(here) == "aarch64" ? "avx2-d8x6" : "neon-d8x6";
  for (const char* value : {"portable-d9x9", "Portable", absent}) {
    const KernelVariable variable(value);
    EXPECT_THAT(message_of([] { choose_shape(here, true, Type::d); }),
                AllOf(HasSubstr("NUMAPACK_KERNEL"), HasSubstr(value), HasSubstr("portable for all types"),
                      HasSubstr("portable-d4x4")))
        << value;
  }
}

}  // namespace
}  // namespace numapack
