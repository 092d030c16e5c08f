// SPDX-License-Identifier: BSD-3-Clause
#include "doctor/read_file.hpp"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "machine/kernel_settings.hpp"

namespace numapack {

namespace fs = std::filesystem;

Fact<std::string> line_in(const fs::path& root, const std::string& file) {
  errno = 0;
  std::ifstream stream(root / file);
  std::string line;
  if (!stream) return untold<std::string>("/" + file + ": " + std::strerror(errno != 0 ? errno : ENOENT));
  // An empty file has no line, and is no failure: a list of nothing.
  if (!std::getline(stream, line) && stream.bad()) {
    return untold<std::string>("/" + file + ": " + std::strerror(errno != 0 ? errno : EIO));
  }
  const auto begin = line.find_first_not_of(" \t\r\n"), end = line.find_last_not_of(" \t\r\n");
  return told(begin == std::string::npos ? std::string() : line.substr(begin, end - begin + 1));
}

Fact<double> number_in(const fs::path& root, const std::string& file) {
  const Fact<std::string> line = line_in(root, file);
  if (!line) return untold<double>(line.why_not);
  double number = 0;
  const auto [end, error] = std::from_chars(line->data(), line->data() + line->size(), number);
  if (error != std::errc() || end != line->data() + line->size() || !std::isfinite(number)) {
    return untold<double>("/" + file + ": \"" + line->substr(0, 40) + "\" is no number");
  }
  return told(number);
}

Fact<int> integer_in(const fs::path& root, const std::string& file) {
  const Fact<double> number = number_in(root, file);
  if (!number) return untold<int>(number.why_not);
  if (*number != std::trunc(*number) || std::fabs(*number) > 1e9) {
    return untold<int>("/" + file + ": not a whole number");
  }
  return told(static_cast<int>(*number));
}

Fact<std::vector<int>> list_in(const fs::path& root, const std::string& file) {
  using List = std::vector<int>;
  const Fact<std::string> line = line_in(root, file);
  if (!line) return untold<List>(line.why_not);
  if (line->empty()) return told(List{});
  try {
    return told(parse_list(*line, "/" + file));
  } catch (const Error& error) {
    return untold<List>("/" + file + ": " + error.problem());
  }
}

Fact<std::string> choice_in(const fs::path& root, const std::string& file) {
  Fact<std::string> line = line_in(root, file);
  if (!line) return line;
  const std::string chosen = read_chosen(root / file);
  return chosen.empty() ? untold<std::string>("/" + file + ": no word in brackets") : told(chosen);
}

}  // namespace numapack
