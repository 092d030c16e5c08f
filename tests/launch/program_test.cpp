// SPDX-License-Identifier: BSD-3-Clause
#include "launch/program.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
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
  EXPECT_EQ(find_program("tool", "/nonexistent:" + own).path, folder.file("tool"));
  EXPECT_EQ(find_program(folder.file("tool"), "").path, folder.file("tool"));
  const auto expect_refused = [](const FoundProgram& found, int why) {
    EXPECT_EQ(found.path, "");
    EXPECT_EQ(found.why_not, why);
  };
  expect_refused(find_program("text", own), EACCES);
  expect_refused(find_program(folder.file("text"), ""), EACCES);
  expect_refused(find_program("tool", ""), ENOENT);
  expect_refused(find_program(folder.file("text/tool"), ""), ENOTDIR);
  expect_refused(find_program(own, path), EISDIR);
  // Folders along the path are passed over.
  std::filesystem::create_directory(folder.file("sh"));
  EXPECT_EQ(find_program("sh", own + ":/bin").path, "/bin/sh");
  expect_refused(find_program("sh", own), ENOENT);
}

TEST(Program, IsAScriptOfTheShellsIfItsFirstLineIsText) {
  const TemporaryDirectory folder;
  const auto is_script = [&](const std::string& text) {
    std::ofstream(folder.file("script"), std::ios::binary) << text;
    return is_script_of_shell(folder.file("script"));
  };
  EXPECT_TRUE(is_script("echo ran\n"));
  EXPECT_TRUE(is_script(""));
  EXPECT_TRUE(is_script(std::string("echo ran\n\0", 10)));
  EXPECT_FALSE(is_script(std::string("a\0b\n", 4)));
  EXPECT_FALSE(is_script_of_shell(folder.file("nonexistent")));
  EXPECT_FALSE(is_script_of_shell("/bin/ls"));
}

TEST(Launch, NamesWhatLdPreloadWouldSplitByALink) {
  const TemporaryDirectory folder;
  for (const char* const name : {"a b", "a:b", "$ORIGIN", "a\tb", "a\nb"}) {
    const std::string odd = folder.file(name);
    std::filesystem::create_directory(odd);
    const std::string library = odd + "/libnumapack_blas.so.0", other = odd + "/libnumapack.so.0";
    std::ofstream(library) << "a library";
    std::ofstream(other) << "another";
    EXPECT_FALSE(can_be_preloaded(library)) << name;
    std::string link;
    {
      const PreloadableLinks links(library, folder.path().string());
      link = links.library();
      EXPECT_TRUE(can_be_preloaded(link)) << link;
      EXPECT_EQ(contents(link), "a library");
      EXPECT_EQ(contents(std::filesystem::path(link).parent_path() / "libnumapack.so.0"), "another");
      // Nor can a temporary folder of such a name be named.
      EXPECT_TRUE(can_be_preloaded(PreloadableLinks(library, odd).library()));
    }
    EXPECT_FALSE(std::filesystem::exists(link));
  }
  EXPECT_TRUE(can_be_preloaded(folder.file("plain")));
  EXPECT_THROW(PreloadableLinks(folder.file("a b/libnumapack_blas.so.0"), "/nonexistent"), Error);
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
