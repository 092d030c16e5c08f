// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "blas/random_lapack_calls.hpp"

namespace numapack::testing {
namespace {

/// Random calls of all routines and types: what is a number in the reference is one here. NUMAPACK_TEST_CALLS
/// says how many, NUMAPACK_TEST_SEED which.
template <class T>
void call_one(Tally& tally, std::uint64_t seed) {
  Generator generator(seed);
  const auto below = [&](int end) { return std::uniform_int_distribution<int>(0, end - 1)(generator); };
  constexpr bool complex = !std::is_floating_point_v<T>;
  const Numbers of_ten[] = {Numbers::ordinary, Numbers::strewn, Numbers::strewn, Numbers::strewn,
                            Numbers::strewn,   Numbers::graded, Numbers::graded, Numbers::graded,
                            Numbers::edges,    Numbers::edges};
  LapackCalls<T> calls(tally, of_ten[below(10)], seed);
  using Calls = LapackCalls<T>;
  const std::vector<std::function<void(Calls&)>> routines = [] {
    std::vector<std::function<void(Calls&)>> all{
        [](Calls& c) { c.gemm(); },     [](Calls& c) { c.symm(false); },  [](Calls& c) { c.syrk(); },
        [](Calls& c) { c.syr2k(); },    [](Calls& c) { c.trmm(false); },  [](Calls& c) { c.trmm(true); },
        [](Calls& c) { c.gemv(); },     [](Calls& c) { c.symv("symv"); }, [](Calls& c) { c.trmv(false); },
        [](Calls& c) { c.trmv(true); }, [](Calls& c) { c.getrf(); },      [](Calls& c) { c.getrs(); },
        [](Calls& c) { c.gesv(); },     [](Calls& c) { c.getri(); },      [](Calls& c) { c.potrf(); },
        [](Calls& c) { c.potrs(); },    [](Calls& c) { c.posv(); },       [](Calls& c) { c.potri(); },
        [](Calls& c) { c.trtri(); },    [](Calls& c) { c.lauum(); },      [](Calls& c) { c.geqrf(); },
        [](Calls& c) { c.ormqr(); },    [](Calls& c) { c.orgqr(); },      [](Calls& c) { c.gels(); }};
    if constexpr (complex) {
      for (const char* const name : {"geru", "gerc"}) all.push_back([=](Calls& c) { c.ger(name); });
      all.push_back([](Calls& c) { c.symm(true); });
      all.push_back([](Calls& c) { c.herk(); });
      all.push_back([](Calls& c) { c.her2k(); });
      all.push_back([](Calls& c) { c.symv("hemv"); });
      all.push_back([](Calls& c) { c.her(); });
      all.push_back([](Calls& c) { c.syr2("her2"); });
    } else {
      all.push_back([](Calls& c) { c.ger("ger"); });
      all.push_back([](Calls& c) { c.syr(); });
      all.push_back([](Calls& c) { c.syr2("syr2"); });
    }
    return all;
  }();
  routines[static_cast<std::size_t>(below(static_cast<int>(routines.size())))](calls);
}

TEST(Finiteness, OfRandomCallsIsTheReferences) {
  const std::string& problem = ReferenceLapack::get().problem();
  if (!problem.empty()) GTEST_SKIP() << problem;
  const char* const text = std::getenv("NUMAPACK_TEST_CALLS");
  const long count = text == nullptr ? 800 : std::strtol(text, nullptr, 10);
  Tally tally;
  for (long i = 0; i < count; ++i) {
    const std::uint64_t seed = test_seed() + static_cast<std::uint64_t>(i);
    switch (i % 4) {
      case 0:
        call_one<float>(tally, seed);
        break;
      case 1:
        call_one<double>(tally, seed);
        break;
      case 2:
        call_one<std::complex<float>>(tally, seed);
        break;
      default:
        call_one<std::complex<double>>(tally, seed);
    }
  }
  const Difference all = tally.sum();
  std::printf(
      "%ld calls from seed %llu on, %ld elements: %ld finite in the reference alone, %ld here alone\n",
      all.calls, static_cast<unsigned long long>(test_seed()), all.elements, all.lost, all.kept);
  for (const auto& [name, one] : tally.routines)
    if (one.lost + one.kept + one.info > 0)
      std::printf("  %-7s %5ld calls, %9ld elements: %ld in the reference alone, %ld here alone, %ld infos\n",
                  name.c_str(), one.calls, one.elements, one.lost, one.kept, one.info);
  std::string examples;
  for (const std::string& example : tally.examples) examples += example + "\n";
  EXPECT_EQ(all.lost, 0) << examples;
  EXPECT_EQ(all.kept, 0) << examples;
  EXPECT_EQ(all.info, 0) << examples;
}

}  // namespace
}  // namespace numapack::testing
