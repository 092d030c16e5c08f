// SPDX-License-Identifier: BSD-3-Clause
#include "launch/program.hpp"

#include <elf.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "base/error.hpp"

namespace numapack {

namespace fs = std::filesystem;

namespace {

#if defined(__x86_64__)
constexpr std::uint16_t own_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t own_machine = EM_AARCH64;
#else
constexpr std::uint16_t own_machine = EM_NONE;
#endif

/// A file's bytes, looked at through types.
class Bytes {
 public:
  explicit Bytes(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
      throw Error(ErrorCode::system, file.string(), "cannot be read", "give a program that you may read");
    bytes_.assign(std::istreambuf_iterator<char>(stream), {});
  }
  /// Throws std::out_of_range behind the end.
  template <class T>
  T at(std::uint64_t offset) const {
    T value;
    if (offset > bytes_.size() || sizeof value > bytes_.size() - offset) throw std::out_of_range("ELF");
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }
  std::string text(std::uint64_t offset) const {
    if (offset >= bytes_.size()) throw std::out_of_range("ELF");
    return bytes_.c_str() + offset;
  }
  bool is_elf() const { return bytes_.compare(0, SELFMAG, ELFMAG) == 0; }

 private:
  std::string bytes_;
};

bool defines_blas(const Bytes& bytes, const Elf64_Ehdr& header, const Elf64_Shdr& symbols) {
  const auto names =
      bytes.at<Elf64_Shdr>(header.e_shoff + std::uint64_t{symbols.sh_link} * header.e_shentsize);
  for (std::uint64_t at = 0; at + sizeof(Elf64_Sym) <= symbols.sh_size; at += sizeof(Elf64_Sym)) {
    const auto symbol = bytes.at<Elf64_Sym>(symbols.sh_offset + at);
    if (symbol.st_shndx == SHN_UNDEF || ELF64_ST_TYPE(symbol.st_info) != STT_FUNC) continue;
    const std::string name = bytes.text(names.sh_offset + symbol.st_name);
    if (name == "dgemm_" || name == "cblas_dgemm") return true;
  }
  return false;
}

Executable look_at(const Bytes& bytes) {
  const auto header = bytes.at<Elf64_Ehdr>(0);
  Executable found{header.e_machine, header.e_ident[EI_CLASS] == ELFCLASS64, false, false};
  if (!found.is_64_bit) return found;
  for (std::uint64_t i = 0; i < header.e_phnum; ++i)
    found.has_interpreter |=
        bytes.at<Elf64_Phdr>(header.e_phoff + i * header.e_phentsize).p_type == PT_INTERP;
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    const auto section = bytes.at<Elf64_Shdr>(header.e_shoff + i * header.e_shentsize);
    if (section.sh_type == SHT_SYMTAB || section.sh_type == SHT_DYNSYM)
      found.defines_blas |= defines_blas(bytes, header, section);
  }
  return found;
}

/// Whether the loader takes nothing from the environment for it.
bool is_privileged(const fs::path& program) {
  struct stat status {};
  if (stat(program.c_str(), &status) != 0) return false;
  return ((status.st_mode & S_ISUID) != 0 && status.st_uid != getuid()) ||
         ((status.st_mode & S_ISGID) != 0 && status.st_gid != getgid()) ||
         (getuid() != 0 && getxattr(program.c_str(), "security.capability", nullptr, 0) > 0);
}

std::string why_not_reached(const fs::path& program, const std::string& path, int scripts) {
  if (is_privileged(program))
    return "runs with privileges of its own (setuid, setgid or capabilities), for which the loader preloads "
           "nothing";
  if (const auto words = interpreter_of(program); !words.empty() && scripts > 0) {
    // "#!/usr/bin/env python3"
    const bool by_name = fs::path(words[0]).filename() == "env" && words.size() > 1;
    const fs::path interpreter = find_program(by_name ? words.back() : words[0], path).path;
    return interpreter.empty() ? "" : why_not_reached(interpreter, path, scripts - 1);
  }
  const std::optional<Executable> executable = read_executable(program);
  if (!executable) return "";
  if (!executable->is_64_bit || executable->machine != own_machine)
    return "is a program for another kind of machine";
  if (!executable->has_interpreter) return "is statically linked, so that nothing can be preloaded";
  if (executable->defines_blas)
    return "has a BLAS of its own linked in, which it calls whatever is preloaded";
  return "";
}

}  // namespace

std::optional<Executable> read_executable(const fs::path& file) {
  const Bytes bytes(file);
  if (!bytes.is_elf()) return std::nullopt;
  try {
    return look_at(bytes);
  } catch (const std::out_of_range&) {
    return std::nullopt;
  }
}

std::vector<std::string> interpreter_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  if (stream.get() != '#' || stream.get() != '!' || !std::getline(stream, line)) return {};
  std::istringstream text(line);
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

bool is_script_of_shell(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  std::getline(stream, line);
  return (stream.good() || stream.eof()) && line.find('\0') == std::string::npos;
}

FoundProgram find_program(const std::string& name, const std::string& path) {
  const auto why_not = [](const fs::path& file) {
    std::error_code failed;
    const fs::file_status status = fs::status(file, failed);
    if (!fs::exists(status)) return failed ? failed.value() : ENOENT;
    if (fs::is_directory(status)) return EISDIR;
    return fs::is_regular_file(status) && access(file.c_str(), X_OK) == 0 ? 0 : EACCES;
  };
  if (name.find('/') != std::string::npos) {
    const int why = why_not(name);
    return why == 0 ? FoundProgram{name, 0} : FoundProgram{"", why};
  }
  FoundProgram found{"", ENOENT};
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder.empty() ? "." : folder) / name;
    const int why = why_not(file);
    if (why == 0) return {file, 0};
    if (why == EACCES) found.why_not = why;
  }
  return found;
}

std::string why_not_reached(const fs::path& program, const std::string& path) {
  return why_not_reached(program, path, 4);
}

}  // namespace numapack
