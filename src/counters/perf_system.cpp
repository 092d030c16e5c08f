// SPDX-License-Identifier: BSD-3-Clause
#include "counters/perf_system.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "base/environment.hpp"
#include "base/error.hpp"

namespace numapack {
namespace {

namespace fs = std::filesystem;

std::string first_line(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

template <class Number>
std::optional<Number> number(std::string_view text) {
  const int base = text.substr(0, 2) == "0x" ? 16 : 10;
  if (base == 16) text.remove_prefix(2);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Files of one line in a folder. Those of scale and unit, and of how wide they are, are no events.
std::map<std::string, std::string> lines_in(const fs::path& folder) {
  std::map<std::string, std::string> lines;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename();
    if (name.find('.') == std::string::npos) lines[name] = first_line(entry.path());
  }
  return lines;
}

std::vector<std::string> comma_separated(const std::string& text) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  return parts;
}

[[noreturn]] void not_understood(const Pmu& pmu, const std::string& event, const std::string& what) {
  invalid(pmu.name + "/" + event, "\"" + what + "\" is not understood",
          "report it with the files of the PMU");
}

/// Puts a value's bits where a format says: "config:0-7,32-35".
bool put(EventCode& code, const std::string& format, std::uint64_t value) {
  const std::size_t colon = format.find(':');
  const std::string field = format.substr(0, colon);
  std::uint64_t* const word = field == "config"    ? &code.config
                              : field == "config1" ? &code.config1
                              : field == "config2" ? &code.config2
                                                   : nullptr;
  if (word == nullptr || colon == std::string::npos) return false;
  for (const std::string& range : comma_separated(format.substr(colon + 1))) {
    const std::size_t dash = range.find('-');
    const auto first = number<unsigned>(range.substr(0, dash));
    const auto last = dash == std::string::npos ? first : number<unsigned>(range.substr(dash + 1));
    if (!first || !last || *last > 63 || *first > *last) return false;
    const unsigned width = *last - *first + 1;
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    *word |= (value & mask) << *first;
    value = width == 64 ? 0 : value >> width;
  }
  return value == 0;
}

}  // namespace

bool matches(const std::string& pattern, const std::string& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

bool PerfSystem::has_cpu_counters() const {
  return std::any_of(pmus.begin(), pmus.end(), [](const Pmu& pmu) {
    return pmu.name == "cpu" || pmu.name == "cpu_core" || matches("armv[0-9]*", pmu.name);
  });
}

PerfSystem read_perf_system(const fs::path& root) {
  PerfSystem system;
  system.paranoid = number<int>(first_line(root / "proc/sys/kernel/perf_event_paranoid"));
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(root / "sys/bus/event_source/devices", ignored)) {
    const auto type = number<std::uint32_t>(first_line(entry.path() / "type"));
    if (!type) continue;
    Pmu pmu;
    pmu.name = entry.path().filename();
    pmu.type = *type;
    try {
      pmu.cpus = parse_list(first_line(entry.path() / "cpumask"), pmu.name);
    } catch (const Error&) {
      pmu.cpus.clear();
    }
    pmu.events = lines_in(entry.path() / "events");
    pmu.format = lines_in(entry.path() / "format");
    system.pmus.push_back(std::move(pmu));
  }
  std::sort(system.pmus.begin(), system.pmus.end(),
            [](const Pmu& a, const Pmu& b) { return a.name < b.name; });
  return system;
}

EventCode published_event(const Pmu& pmu, const std::string& event) {
  const auto text = pmu.events.find(event);
  if (text == pmu.events.end()) invalid(pmu.name, "the kernel publishes no event " + event, "choose another");
  EventCode code{.type = pmu.type};
  for (const std::string& term : comma_separated(text->second)) {
    const std::size_t equals = term.find('=');
    const std::string field = term.substr(0, equals);
    const auto value = equals == std::string::npos ? std::optional<std::uint64_t>(1)
                                                   : number<std::uint64_t>(term.substr(equals + 1));
    const auto format = pmu.format.find(field);
    const std::string where = format != pmu.format.end() ? format->second : field + ":0-63";
    if (!value || !put(code, where, *value)) not_understood(pmu, event, term);
  }
  return code;
}

}  // namespace numapack
