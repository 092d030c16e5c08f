// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "lab_plugin/model.hpp"
#include "marks.h"
#include "numapack/lab.h"
#include "report.h"
#include "streaming.h"

namespace {

using ::testing::HasSubstr;

std::string message_of(const std::string& text) {
  LabConfig config;
  LabMessage message{};
  EXPECT_FALSE(lab_config_parse(text.c_str(), &config, &message)) << text;
  return message.text;
}

TEST(LabConfig, ReadsEverything) {
  LabConfig config;
  LabMessage message{};
  const std::string text =
      "numapack-lab 1  # head\n\nline 128\nzeroed 512\ncount whole\nspace all\nnode 0 package 0 memory 4096\n"
      "node 1 package 1 memory 0\ncpu 0 node 0\ncpu 1 node 0\ncache l1 cpu 0 sets 64 ways 8\n"
      "cache l1 cpu 1 sets 64 ways 8\ncache l2 cpus 0,1 sets 100 ways 16\ncache l3 node 0 sets 7 ways 3\n";
  ASSERT_TRUE(lab_config_parse(text.c_str(), &config, &message)) << message.text;
  EXPECT_EQ(config.line_bytes, 128u);
  EXPECT_EQ(config.zeroed_bytes, 512u);
  EXPECT_TRUE(config.whole_program && config.kernel_too);
  EXPECT_EQ(config.nodes, 2u);
  EXPECT_EQ(config.node_package[1], 1u);
  EXPECT_EQ(config.groups, 1u);
  EXPECT_EQ(config.cpu_group[1], 0u);
  EXPECT_EQ(config.l2[0].sets, 100u);
  EXPECT_EQ(config.l3[0].ways, 3u);
  EXPECT_EQ(config.l3[1].sets, 0u);
  EXPECT_EQ(lab_class_of(&config, 0, 1), LEVEL_CROSS_CHIP);
}

TEST(LabConfig, SaysWhatIsWrongAndWhere) {
  const std::string machine = "numapack-lab 1\nnode 0 package 0 memory 4096\ncpu 0 node 0\n";
  EXPECT_THAT(message_of(""), HasSubstr("nothing in it"));
  EXPECT_THAT(message_of("numapack-lab 2\n"), HasSubstr("line 1: the first line must be"));
  EXPECT_THAT(message_of("numapack-lab 1\nnode 0 package 0 memory 1\n"), HasSubstr("no cpu"));
  EXPECT_THAT(message_of(machine + "cpu 2 node 0\n"), HasSubstr("line 4: the next cpu must be 1"));
  EXPECT_THAT(message_of(machine + "cpu 1 node 1\n"), HasSubstr("node 1 has not been described"));
  EXPECT_THAT(message_of(machine + "memory 1 at 0 bytes 4096\n"), HasSubstr("node 1 has not been described"));
  EXPECT_THAT(message_of(machine + "memory 0 bytes 4096\n"), HasSubstr("the form is: memory N at"));
  EXPECT_THAT(message_of(machine + "line 48\n"), HasSubstr("a line has"));
  EXPECT_THAT(message_of(machine + "zeroed 500\n"), HasSubstr("a block has"));
  EXPECT_THAT(message_of(machine + "cache l1 cpu 0 sets 0 ways 2\n"), HasSubstr("at least one set"));
  EXPECT_THAT(message_of(machine + "cache l1 cpu 0 sets x ways 2\n"), HasSubstr("\"x\" is no number"));
  EXPECT_THAT(message_of(machine + "cache l1 cpu 0 sets 4\n"), HasSubstr("the form is"));
  EXPECT_THAT(message_of(machine + "cache l3 node 0 sets 4 ways 4\n"), HasSubstr("needs private caches"));
  EXPECT_THAT(message_of(machine + "cpu 1 node 0\ncache l1 cpu 1 sets 4 ways 4\n"),
              HasSubstr("some have none"));
  EXPECT_THAT(message_of(machine + "cache l2 cpus 0,0 sets 4 ways 4\n"), HasSubstr("has a cache l2 already"));
  EXPECT_THAT(message_of(machine + "frobnicate\n"), HasSubstr("\"frobnicate\" is no statement"));
}

TEST(LabMarks, InstructionsAreRecognised) {
  const unsigned char nop[8] = {0x0f, 0x1f, 0x84, 0x00, 0x5a, 0x4e, 0x4c, 65};
  EXPECT_EQ(mark_in_code(nop, 8, 0), 65);
  EXPECT_EQ(mark_in_code(nop, 7, 0), -1);
  const unsigned char other[8] = {0x0f, 0x1f, 0x84, 0x00, 0, 0, 0, 0};
  EXPECT_EQ(mark_in_code(other, 8, 0), -1);
  const std::uint32_t move = 0xd2e9c03f, usual = 0xd2e0003f;
  EXPECT_EQ(mark_in_code(&move, 4, 1), 1);
  EXPECT_EQ(mark_in_code(&usual, 4, 1), -1);
}

/// The public marks as this compiler makes them: they do nothing here.
__attribute__((noinline)) void marked(int* value) {
  NUMAPACK_LAB_START();
  ++*value;
  NUMAPACK_LAB_STOP();
}

TEST(LabMarks, PublicMarksAreTheseInstructions) {
  int value = 0;
  marked(&value);
  EXPECT_EQ(value, 1);
#if defined(__x86_64__)
  const auto* code = reinterpret_cast<const unsigned char*>(&marked);
  std::vector<int> found;
  constexpr int within = 512;  // sanitized and unoptimised
  for (int at = 0; at < within && found.size() < 2; ++at)
    if (const int mark = mark_in_code(code + at, 8, 0); mark >= 0) found.push_back(mark);
  EXPECT_EQ(found, (std::vector<int>{MARK_START, MARK_STOP}));
#endif
}

using Code = std::vector<unsigned char>;
bool streams(const Code& code) { return stores_stream(code.data(), code.size()); }

TEST(LabStreaming, StoresPastTheCachesAreRecognised) {
  EXPECT_TRUE(streams({0x0f, 0x2b, 0x07})) << "movntps [rdi], xmm0";
  EXPECT_TRUE(streams({0x66, 0x44, 0x0f, 0x2b, 0x07})) << "movntpd [rdi], xmm8";
  EXPECT_TRUE(streams({0x66, 0x0f, 0xe7, 0x47, 0x10})) << "movntdq [rdi + 16], xmm0";
  EXPECT_TRUE(streams({0x48, 0x0f, 0xc3, 0x07})) << "movnti [rdi], rax";
  EXPECT_TRUE(streams({0xc5, 0xfd, 0xe7, 0x07})) << "vmovntdq [rdi], ymm0";
  EXPECT_TRUE(streams({0xc5, 0xfd, 0x2b, 0x07})) << "vmovntpd [rdi], ymm0";
  EXPECT_TRUE(streams({0xc4, 0xc1, 0x7d, 0xe7, 0x00})) << "vmovntdq [r8], ymm0";
  EXPECT_TRUE(streams({0x62, 0xf1, 0xfd, 0x48, 0x2b, 0x07})) << "vmovntpd [rdi], zmm0";
}

TEST(LabStreaming, NothingElseIs) {
  EXPECT_FALSE(streams({}));
  EXPECT_FALSE(streams({0x66}));
  EXPECT_FALSE(streams({0xc4, 0xc1}));
  EXPECT_FALSE(streams({0x0f, 0x29, 0x07})) << "movaps [rdi], xmm0";
  EXPECT_FALSE(streams({0x48, 0x89, 0x07})) << "mov [rdi], rax";
  EXPECT_FALSE(streams({0xc3})) << "ret";
  EXPECT_FALSE(streams({0x48, 0x2b, 0x07})) << "sub rax, [rdi]";
  EXPECT_FALSE(streams({0xc5, 0xfd, 0xc3, 0x07})) << "no vmovnti exists";
  EXPECT_FALSE(streams({0xc5, 0xfd, 0x11, 0x07})) << "vmovupd [rdi], ymm0";
  EXPECT_FALSE(streams({0xc4, 0xe2, 0x7d, 0x2b, 0x07})) << "vpackusdw, second map";
  EXPECT_FALSE(streams({0x62, 0xf2, 0x7d, 0x48, 0x2b, 0x07})) << "vpackusdw, second map";
  EXPECT_FALSE(streams({0x62, 0xf1, 0xfd, 0x48, 0x11, 0x07})) << "vmovupd [rdi], zmm0";
}

TEST(LabStreaming, InstructionsThatZeroBlocksAreRecognised) {
  const auto zeroes = [](const Code& code) { return zeroes_block(code.data(), code.size()); };
  EXPECT_TRUE(zeroes({0x20, 0x74, 0x0b, 0xd5})) << "dc zva, x0";
  EXPECT_TRUE(zeroes({0x3f, 0x74, 0x0b, 0xd5})) << "dc zva, xzr";
  EXPECT_FALSE(zeroes({0x20, 0x7b, 0x0b, 0xd5})) << "dc cvau, x0";
  EXPECT_FALSE(zeroes({0x20, 0x74, 0x0b}));
  EXPECT_FALSE(zeroes({}));
}

TEST(LabReport, AddsUpByClass) {
  Model model(four_nodes(""));
  model.load(0, Model::line(0, 0));
  for (int i = 0; i < 2; ++i) model.load(0, Model::line(1, 0));
  for (int i = 0; i < 4; ++i) model.load(2, Model::line(3, 0));
  for (int i = 0; i < 8; ++i) model.store(7, Model::line(2, 0));
  const auto path = std::filesystem::temp_directory_path() / ("numapack-report-" + std::to_string(getpid()));
  LabMessage message{};
  Intervals intervals{};
  intervals.begun = 1;
  const Counting how{&intervals, false, "a \"quoted\" error"};
  ASSERT_TRUE(report_write(path.c_str(), &model.config(), &model.map(), model.get(), &how, &message))
      << message.text;
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  const std::string json = text.str();
  EXPECT_THAT(json, HasSubstr(R"("reads": {"all": 7, "local": 1, "cross_die": 2, "cross_chip": 4},)"));
  EXPECT_THAT(json, HasSubstr(R"("writes": {"all": 8, "local": 0, "cross_die": 8, "cross_chip": 0},)"));
  EXPECT_THAT(
      json,
      HasSubstr(R"("by_node_pair": {"reads": [[1, 2, 0, 0], [0, 0, 0, 4], [0, 0, 0, 0], [0, 0, 0, 0]])"));
  EXPECT_THAT(json, HasSubstr(R"("stopped": false)"));
  EXPECT_THAT(json, HasSubstr(R"("error": "a \"quoted\" error")"));
}

TEST(LabReport, EachIntervalHasItsOwnCounts) {
  Model model(four_nodes(""));
  Intervals intervals{};
  for (int interval = 0; interval < 2; ++interval) {
    model.load(0, Model::line(0, 7));  // between intervals
    intervals_begin(&intervals, &model.config(), model.get());
    for (int i = 0; i <= interval; ++i) model.load(2, Model::line(3, 0));
    model.store(7, Model::line(2, 0));
    intervals_end(&intervals, &model.config(), model.get());
  }
  ASSERT_EQ(intervals.begun, 2u);
  ASSERT_EQ(intervals.kept, 2u);
  for (unsigned interval = 0; interval < 2; ++interval) {
    const IntervalCounts& counts = *intervals.counts[interval];
    EXPECT_EQ(counts.reads[1][3], interval + 1);
    EXPECT_EQ(counts.reads[0][0], 0u);
    EXPECT_EQ(counts.writes[3][2], 1u);
    std::free(intervals.counts[interval]);
  }
}

TEST(LabReport, SaysThatItCannotBeWritten) {
  Model model(four_nodes(""));
  LabMessage message{};
  const Intervals none{};
  const Counting how{&none, true, nullptr};
  EXPECT_FALSE(report_write("/nowhere/at/all", &model.config(), &model.map(), model.get(), &how, &message));
  EXPECT_THAT(message.text, HasSubstr("cannot write the counts to /nowhere/at/all"));
}

}  // namespace
