// SPDX-License-Identifier: BSD-3-Clause
#include "report/records.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "report/chrome_trace.hpp"
#include "report/sums.hpp"
#include "report/synthetic.hpp"
#include "support/command.hpp"

namespace numapack {
namespace {

using standard::CallRecord;
using standard::ProcessRecord;
using testing::Synthetic;
using testing::TemporaryDirectory;

CallRecord call_at(std::int64_t begin_ns, std::int64_t end_ns) {
  CallRecord call;
  call.begin_ns = begin_ns;
  call.end_ns = end_ns;
  call.m = 3;
  call.n = 4;
  call.k = 5;
  call.nodes = 0b101;
  call.flops = 120;
  call.thread = 17;
  call.threads = 8;
  call.type = 1;
  call.letters = {'N', 'T'};
  std::strcpy(call.algorithm.data(), "panels");
  return call;
}

void write(const std::string& file, const void* data, std::size_t bytes) {
  std::ofstream(file, std::ios::binary | std::ios::app)
      .write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
}

TEST(Records, AreReadFromFiles) {
  const TemporaryDirectory folder;
  Synthetic later(4, 8, 200), earlier(4, 8, 100);
  later.record().first_ns = 5000;
  later.record().kept = 3;
  later.record().traced = 10;
  write(folder.file("calls-200-abc"), &later.record(), sizeof(ProcessRecord));
  // The second one's end is not written: it was being made when the process ended.
  for (const CallRecord& call : {call_at(5200, 5300), call_at(5400, 0), call_at(5000, 5100), call_at(9, 10)})
    write(folder.file("calls-200-abc.trace"), &call, sizeof call);
  write(folder.file("calls-100-abc"), &earlier.record(), sizeof(ProcessRecord));
  const Records records = read_records(folder.path());
  EXPECT_EQ(records.unreadable, 0);
  ASSERT_EQ(records.processes.size(), 2U);
  EXPECT_EQ(records.processes[0]->record.process, 100);
  EXPECT_TRUE(records.processes[0]->calls.empty());
  ASSERT_EQ(records.processes[1]->calls.size(), 2U) << "no more than were kept";
  EXPECT_EQ(records.processes[1]->calls[0].begin_ns, 5000);
  const RunSums sums = sum_up(records);
  EXPECT_EQ(sums.traced, 2U);
  EXPECT_EQ(sums.cut, 8U);
}

TEST(Records, MayBeBroken) {
  const TemporaryDirectory folder;
  Synthetic process(4, 8);
  write(folder.file("calls-1-cut"), &process.record(), sizeof(ProcessRecord) / 2);
  write(folder.file("calls-2-empty"), "", 0);
  process.record().layout ^= 1;
  write(folder.file("calls-3-other"), &process.record(), sizeof(ProcessRecord));
  write(folder.file("notes"), "hello", 5);
  const Records records = read_records(folder.path());
  EXPECT_TRUE(records.processes.empty());
  EXPECT_EQ(records.unreadable, 3);
  EXPECT_THROW(read_records(folder.file("nowhere")), Error);
}

TEST(ChromeTrace, HasCompleteEvents) {
  Synthetic process(4, 8, 4711);
  process.calls() = {call_at(2'000'000, 2'000'500), call_at(3'000'000, 3'001'000)};
  process.calls()[1].left = 1;
  process.calls()[1].by_rows = 1;
  process.record().kept = 2;
  process.record().traced = 5;
  Records records;
  records.processes.push_back(process.take());
  const nlohmann::json document = nlohmann::json::parse(chrome_trace(records));
  const auto& events = document.at("traceEvents");
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].at("ph"), "M");
  EXPECT_EQ(events[0].at("args").at("name"), "python3");
  const auto& first = events[1];
  EXPECT_EQ(first.at("name"), "dgemm");
  EXPECT_EQ(first.at("cat"), "level 3");
  EXPECT_EQ(first.at("ph"), "X");
  EXPECT_EQ(first.at("pid"), 4711);
  EXPECT_EQ(first.at("tid"), 17);
  EXPECT_EQ(first.at("ts"), 0.0);
  EXPECT_EQ(first.at("dur"), 0.5) << "microseconds";
  const auto& told = first.at("args");
  EXPECT_EQ(told.at("m"), 3);
  EXPECT_EQ(told.at("options"), "NT");
  EXPECT_EQ(told.at("nodes"), nlohmann::json({0, 4})) << "the kernel's numbers";
  EXPECT_EQ(told.at("way"), "panels");
  EXPECT_DOUBLE_EQ(told.at("gigaflops_per_second"), 120 / 500.0);
  EXPECT_EQ(events[2].at("ts"), 1000.0);
  EXPECT_EQ(events[2].at("args").at("options"), "NT row-major");
  EXPECT_EQ(events[2].at("args").at("way"), "left to the program's own BLAS");
  EXPECT_EQ(document.at("otherData").at("cut_calls"), 3);
}

TEST(ChromeTrace, MayHaveNothing) {
  EXPECT_TRUE(nlohmann::json::parse(chrome_trace({})).at("traceEvents").empty());
}

}  // namespace
}  // namespace numapack
