// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "cli/outcome.hpp"
#include "cli/plans/plan_of.hpp"

// What `numapack plan` says of level 3.
namespace numapack {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using testing::plan_of;

TEST(RoutineVerbs, PlansAreThoseOfTheStructuredProducts) {
  EXPECT_EQ(plan_of({"--routine", "dsyrk", "--uplo", "L", "-n", "8192", "-k", "4096"}),
            plan_of({"-n", "8192", "-k", "4096", "--trans-b", "t", "--region", "lower"}));
  EXPECT_EQ(plan_of({"--routine", "ssymm", "--side", "R", "--uplo", "U", "-m", "3000", "-n", "5000"}),
            plan_of({"--type", "s", "-m", "3000", "-n", "5000", "--structure-b", "symmetric-upper"}));
}

TEST(RoutineVerbs, APlanOfHer2kIsOfBothProducts) {
  for (const char* const homes : {"A=0,B=0,C=0", "A=interleave,B=interleave,C=interleave",
                                  "A=cyclic:64,B=cyclic:64,C=cyclic:64", "A=0,B=1,C=2"}) {
    const json plan =
        plan_of({"--routine", "zher2k", "--uplo", "U", "--trans", "C", "-n", "8192", "--home", homes});
    const double crossing = plan.at("traffic").at("crossing_bytes").get<double>(),
                 least = plan.at("bound").at("crossing_bytes").get<double>();
    EXPECT_GT(least, 0);
    EXPECT_LE(crossing, 1.05 * least) << homes;
    EXPECT_GE(crossing, 0.999 * least) << homes;
  }
}

TEST(RoutineVerbs, APlansPageNamesRoutineRegionAndBound) {
  const Outcome outcome =
      run({"plan", "--routine", "dsyr2k", "--uplo", "U", "-n", "8192", "--from", kKunpeng});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("dsyr2k (uplo U, trans N): C = A B^T + B A^T"));
  EXPECT_THAT(outcome.out, HasSubstr("its upper triangle"));
  EXPECT_THAT(outcome.out, HasSubstr("both products at once"));
  EXPECT_THAT(outcome.out, HasSubstr("least"));
}

TEST(PlansOfTriangles, ShareLinesByPagesAndSayWhatCrosses) {
  const json left = plan_of({"--routine", "dtrsm", "-m", "2000", "-n", "6000", "--home", "A=0,B=0"});
  EXPECT_EQ(left.at("lines_are"), "columns");
  ASSERT_EQ(left.at("tasks").size(), 4U);
  std::int64_t lines = 0;
  for (const json& task : left.at("tasks"))
    for (const json& block : task.at("lines")) {
      lines += block.at("end").get<std::int64_t>() - block.at("begin").get<std::int64_t>();
      EXPECT_EQ(block.at("copied"), task.at("node") != 0);
    }
  EXPECT_EQ(lines, 6000);
  const double crossing = left.at("crossing_bytes"), least = left.at("least_crossing_bytes");
  // Lines come in whole blocks, of which the home's may be larger ones.
  EXPECT_GE(crossing, 0.95 * least);
  EXPECT_LE(crossing, 1.05 * least);
  // Where pages do not decide, every owner of a line has a quarter.
  const json spread = plan_of({"--routine", "dtrsm", "-n", "4096", "--home", "A=interleave,B=interleave"});
  EXPECT_GT(spread.at("crossing_bytes").get<double>(), 1.5 * spread.at("least_crossing_bytes").get<double>());
  EXPECT_LE(spread.at("crossing_bytes").get<double>(),
            1.10 * spread.at("least_crossing_bytes_of_owners").get<double>());
  // Where each node has its columns only the triangle crosses.
  const json at_home =
      plan_of({"--routine", "dtrmm", "-m", "2000", "-n", "6000", "--home", "A=0,B=cyclic:1500"});
  EXPECT_NEAR(at_home.at("crossing_bytes").get<double>(), 3 * 2000.0 * 2001 / 2 * 8,
              0.02 * 3 * 2000 * 2000 * 4);
  const json right = plan_of({"--routine", "ztrsm", "--side", "R", "-m", "6000", "-n", "2000"});
  EXPECT_EQ(right.at("lines_are"), "rows");
  const auto outcome = run({"plan", "--routine", "trsm", "-n", "4000", "--from", kKunpeng});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("the least where nodes share lines"));
}

TEST(PlansOfPackedOperands, SayWhereTheyLieAndThatNothingOfThemCrossesLater) {
  for (const std::string name : {"a", "b"}) {
    const json plan = plan_of({"--routine", "dgemm", "--packed", name, "-m", "4000", "-n", "4000", "-k",
                               "3000", "--home", "A=0,B=0,C=0", "--beta", "1"});
    EXPECT_EQ(plan.at("packed"), name == "a" ? "A" : "B");
    EXPECT_EQ(plan.at("lines_are"), name == "a" ? "rows" : "columns");
    ASSERT_EQ(plan.at("parts").size(), 4U);
    std::int64_t end = 0;
    for (const json& part : plan.at("parts")) {
      EXPECT_EQ(part.at("lines").at(0), end);
      end = part.at("lines").at(1);
      EXPECT_EQ(part.at("memory_node"), part.at("node"));
      EXPECT_GE(part.at("bytes").get<double>(),
                (end - part.at("lines").at(0).get<std::int64_t>()) * 3000 * 8.0);
    }
    EXPECT_EQ(end, 4000);
    const json& packing = plan.at("packing");
    EXPECT_NEAR(packing.at("crossing_bytes").get<double>(), 0.75 * 4000 * 3000 * 8, 0.02 * 4000 * 3000 * 8);
    EXPECT_EQ(packing.at("crossing_bytes"), packing.at("least_crossing_bytes"));
    const json& each = plan.at("product");
    EXPECT_EQ(each.at("crossing_bytes_of_packed"), 0);
    EXPECT_EQ(each.at("crossing_bytes_of_other"), 3 * 4000 * 3000 * 8.0);
    EXPECT_EQ(each.at("crossing_bytes"), each.at("least_crossing_bytes"));
  }
}

TEST(PlansOfPackedOperands, HaveAPage) {
  const Outcome outcome = run(
      {"plan", "--packed", "a", "-m", "4096", "-k", "4096", "-n", "64", "--row-major", "--from", kKunpeng});
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_THAT(outcome.out, HasSubstr("Where op(A) lies"));
  EXPECT_THAT(outcome.out, HasSubstr("node 3: rows "));
  EXPECT_THAT(outcome.out, HasSubstr("packing, once"));
  EXPECT_THAT(outcome.out, HasSubstr("each product "));
  EXPECT_THAT(outcome.out, HasSubstr("Time, predicted"));
  EXPECT_THAT(outcome.out, HasSubstr("laying the operand out takes"));
}

/// A product with what is packed already takes no longer than one that packs, and less where packing is much.
TEST(PlansOfPackedOperands, TakeLessTimeThanTheirProducts) {
  const auto total = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"--routine", "dgemm", "-m", "4096", "-k", "4096", "-n", "256"});
    return plan_of(more).at("seconds").at("total_s").get<double>();
  };
  const double packed = total({"--packed", "a"}), product = total({});
  EXPECT_LT(packed, product);
  EXPECT_GT(packed, 2.0 * 4096 * 4096 * 256 / (96 * 12e9));  // no faster than the machine
}

TEST(PlansOfProducts, SayWhatMemoryIsTouchedForTheFirstTime) {
  const auto seconds = [](std::vector<std::string> words) {
    words.insert(words.begin(),
                 {"plan", "-n", "4096", "--from", NUMAPACK_MACHINES "/kunpeng920.xml", "--json", "-"});
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return json::parse(outcome.out).at("plan").at("seconds");
  };
  const json writes = seconds({"--beta", "0"}), adds = seconds({"--beta", "1"}),
             lu = seconds({"--routine", "dgetrf"});
  // 4 GB/s for each node at work, where nobody has measured it.
  const double rate = 4e9 * writes.at("nodes_used").get<double>();
  EXPECT_GT(writes.at("workspace_bytes").get<double>(), 0);
  EXPECT_DOUBLE_EQ(writes.at("first_call_extra_s").get<double>(),
                   writes.at("workspace_bytes").get<double>() / rate);
  EXPECT_DOUBLE_EQ(writes.at("fresh_c_extra_s").get<double>(), 4096.0 * 4096 * 8 / rate);
  EXPECT_EQ(adds.at("fresh_c_extra_s"), 0) << "what is read exists";
  EXPECT_EQ(lu.at("fresh_c_extra_s"), 0);
  EXPECT_GT(lu.at("first_call_extra_s").get<double>(), 0);
  const Outcome page = run({"plan", "-n", "4096", "--from", NUMAPACK_MACHINES "/kunpeng920.xml"});
  EXPECT_THAT(page.out, HasSubstr("a first call takes "));
  EXPECT_THAT(page.out, HasSubstr("a C of fresh memory takes "));
  EXPECT_THAT(page.out, HasSubstr("first touch by a node's threads 4 GB/s"));
}

}  // namespace
}  // namespace numapack
