// SPDX-License-Identifier: BSD-3-Clause
#include "launch/program.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "base/error.hpp"
#include "launch/launch.hpp"
#include "support/command.hpp"
#include "support/machines.hpp"

namespace numapack {
namespace {

using namespace testing;  // NOLINT

const std::string path = "/usr/local/bin:/usr/bin:/bin";

void write_script(const std::string& file, const std::string& text) {
  std::ofstream(file) << text;
  chmod(file.c_str(), 0755);
}

TEST(Program, IsReadFromItsFile) {
  const auto shell = read_executable("/bin/sh");
  ASSERT_TRUE(shell);
  EXPECT_TRUE(shell->has_interpreter);
  EXPECT_FALSE(shell->defines_blas);
  EXPECT_EQ(why_not_reached("/bin/sh", path), "");

  const auto alone = read_executable(NUMAPACK_STATIC_PROGRAM);
  ASSERT_TRUE(alone);
  EXPECT_FALSE(alone->has_interpreter);
  EXPECT_NE(why_not_reached(NUMAPACK_STATIC_PROGRAM, path).find("statically linked"), std::string::npos);

  EXPECT_TRUE(read_executable(NUMAPACK_PROGRAM_WITH_BLAS)->defines_blas);
  EXPECT_NE(why_not_reached(NUMAPACK_PROGRAM_WITH_BLAS, path).find("BLAS of its own"), std::string::npos);
  EXPECT_THROW((void)read_executable("/nonexistent"), Error);
}

TEST(Program, MayBeBroken) {
  const TemporaryDirectory folder;
  const std::string whole = contents(NUMAPACK_STATIC_PROGRAM), file = folder.file("broken");
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{4}, std::size_t{63}, std::size_t{100}, whole.size() / 2}) {
    std::ofstream(file, std::ios::binary) << whole.substr(0, bytes);
    EXPECT_FALSE(read_executable(file)) << bytes << " bytes";
    EXPECT_EQ(why_not_reached(file, path), "") << bytes << " bytes";
  }
  std::string foreign = whole;
  foreign[18] = 8;  // e_machine: MIPS
  std::ofstream(file, std::ios::binary) << foreign;
  EXPECT_NE(why_not_reached(file, path).find("another kind of machine"), std::string::npos);
}

TEST(Program, IsAsReachableAsWhatInterpretsIt) {
  const TemporaryDirectory folder;
  const std::string script = folder.file("script"), outer = folder.file("outer"),
                    endless = folder.file("endless");
  write_script(script, std::string("#! ") + NUMAPACK_STATIC_PROGRAM + " -x\nnothing\n");
  EXPECT_EQ(interpreter_of(script), (std::vector<std::string>{NUMAPACK_STATIC_PROGRAM, "-x"}));
  EXPECT_NE(why_not_reached(script, path).find("statically linked"), std::string::npos);
  write_script(outer, "#!/usr/bin/env script\n");
  EXPECT_NE(why_not_reached(outer, folder.path().string()).find("statically linked"), std::string::npos);
  EXPECT_EQ(why_not_reached(outer, path), "") << "its interpreter is not there";
  write_script(endless, "#!" + endless + "\n");
  EXPECT_EQ(why_not_reached(endless, path), "");
  write_script(script, "#!/bin/sh\n");
  EXPECT_EQ(why_not_reached(script, path), "");
  EXPECT_TRUE(interpreter_of(NUMAPACK_STATIC_PROGRAM).empty());
}

TEST(Program, MayHavePrivileges) {
  if (getuid() != 0) GTEST_SKIP() << "takes root, which can give a file away";
  const TemporaryDirectory folder;
  const std::string file = folder.file("privileged");
  std::filesystem::copy_file("/bin/sh", file);
  ASSERT_EQ(chown(file.c_str(), 65534, 65534), 0);
  ASSERT_EQ(chmod(file.c_str(), 04755), 0);
  EXPECT_NE(why_not_reached(file, path).find("privileges"), std::string::npos);
}

TEST(Program, IsFoundAsShellsDo) {
  const TemporaryDirectory folder;
  write_script(folder.file("tool"), "#!/bin/sh\n");
  std::ofstream(folder.file("text")) << "no program";
  const std::string own = folder.path().string();
  EXPECT_EQ(find_program("tool", "/nonexistent:" + own), folder.file("tool"));
  EXPECT_EQ(find_program(folder.file("tool"), ""), folder.file("tool"));
  EXPECT_FALSE(find_program("text", own));
  EXPECT_FALSE(find_program("tool", ""));
  EXPECT_FALSE(find_program(own, path)) << "a folder";
}

TEST(Launch, PutsItsLibraryFirst) {
  EXPECT_EQ(with_preload("/a.so", ""), "/a.so");
  EXPECT_EQ(with_preload("/a.so", "/b.so:/c.so"), "/a.so:/b.so:/c.so");
}

TEST(Launch, TakesTheCpusOfItsNodes) {
  const Machine machine = flat_machine(4, 2);
  EXPECT_EQ(cpus_of(machine, {1, 3}).size(), 4U);
  EXPECT_EQ(cpus_of(machine, {}).size(), 8U);
  for (const int cpu : cpus_of(machine, {2})) {
    bool there = false;
    for (const int core : machine.usable_cores(2))
      for (const int pu : machine.cores[static_cast<std::size_t>(core)].usable_pus) there |= pu == cpu;
    EXPECT_TRUE(there) << cpu;
  }
}

}  // namespace
}  // namespace numapack
