// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "cli/options/quoted.hpp"
#include "cli/pages/machine/where_page.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/terminal/colours.hpp"
#include "cli/terminal/page.hpp"
#include "cli/verbs/verbs.hpp"
#include "memory/pages/census.hpp"
#include "memory/pages/page_walk.hpp"

namespace numapack {

namespace {

struct WhereVerb {
  std::string process, range, matrix, type = "d";
  bool all = false, row_major = false;
  int height = 24, width = 64;
  JsonOption json;
};

pid_t parse_process(const std::string& text) {
  if (text == "self") return getpid();
  pid_t process = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), process);
  if (error != std::errc() || end != text.data() + text.size() || process < 1) {
    invalid("PID", quoted(text) + " is not the number of a process", "use one that ps shows");
  }
  return process;
}

bool parse_address(std::string_view text, std::uintptr_t& address) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), address, 16);
  return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

/// "7f00-7f80", the first address of a mapping, or its name; "largest".
AddressRange parse_range(const std::string& text, const ProcessPages& pages) {
  const auto minus = text.find('-');
  std::uintptr_t begin = 0, end = 0;
  if (minus != std::string::npos && parse_address(text.substr(0, minus), begin) &&
      parse_address(text.substr(minus + 1), end)) {
    const std::uintptr_t page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    if (end <= begin || end > std::uintptr_t{1} << 57) {
      invalid("--map", quoted(text) + " is no stretch of addresses", "use BEGIN-END in hexadecimal");
    }
    return {begin - begin % page, (end + page - 1) / page * page};
  }
  const bool is_address = parse_address(text, begin);
  const ProcessMapping* found = nullptr;
  for (const ProcessMapping& mapping : pages.mappings) {
    const bool fits = (is_address && mapping.begin <= begin && begin < mapping.end) || mapping.name == text ||
                      text == "largest";
    if (fits && (found == nullptr || mapping.resident() > found->resident())) found = &mapping;
  }
  if (found == nullptr) {
    invalid("--map", quoted(text) + " is nothing of this process",
            "use BEGIN-END, an address, a name such as [heap], or largest");
  }
  return {found->begin, found->end};
}

/// "4096x2048" or "4096x2048:5000", with --type and --row-major.
StoredMatrix parse_matrix(const WhereVerb& verb) {
  const auto refuse = [&] {
    invalid("--matrix", quoted(verb.matrix) + " is not a matrix", "use ROWSxCOLUMNS or ROWSxCOLUMNS:LEADING");
  };
  StoredMatrix matrix;
  matrix.row_major = verb.row_major;
  matrix.element_bytes = verb.type == "s" ? 4 : verb.type == "z" ? 16 : 8;
  const char* at = verb.matrix.data();
  const char* const end = at + verb.matrix.size();
  const auto number = [&](std::int64_t& value) {
    const char* const next =
        std::find_if(at, end, [](char letter) { return letter == 'x' || letter == ':'; });
    value = static_cast<std::int64_t>(parse_bytes({at, next}, "--matrix"));
    if (value < 1) refuse();
    at = next;
  };
  number(matrix.rows);
  if (at == end || *at != 'x') refuse();
  ++at;
  number(matrix.columns);
  matrix.leading = matrix.line_elements();
  if (at != end) {
    if (*at != ':') refuse();
    ++at;
    number(matrix.leading);
    if (at != end) refuse();
  }
  check_stored(matrix, "--matrix");
  return matrix;
}

WhereMap make_map(const WhereVerb& verb, const ProcessPages& pages, const Machine& machine) {
  WhereMap map;
  map.range = parse_range(verb.range.empty() ? "largest" : verb.range, pages);
  if (!verb.matrix.empty()) {
    const StoredMatrix matrix = parse_matrix(verb);
    map.range.end = map.range.begin + matrix.span();
    map.of_matrix = true;
    map.map = map_of_pages(matrix, map.range.begin,
                           page_nodes_of(pages.process, map.range.begin, matrix.span(), machine),
                           machine.page_bytes, verb.height, verb.width);
    return map;
  }
  RangeMap cells(map.range.begin, map.range.end, machine.page_bytes, verb.height, verb.width);
  const std::string refused =
      walk_pages(pages.process, map.range.begin, map.range.end, [&](const PagesOnNode& found) {
        const int node = machine.node_by_os_index(found.node);
        cells.add(found.begin, found.end, node >= 0 ? node : page_unknown);
      });
  if (!refused.empty()) refuse_process(pages.process, errno);
  map.cell_bytes = cells.cell_bytes();
  map.map = cells.map();
  return map;
}

void run(const WhereVerb& verb) {
  if (verb.type.size() != 1 || verb.type.find_first_of("sdcz") == std::string::npos) {
    invalid("--type", quoted(verb.type) + " is not a type", "use s, d, c or z");
  }
  const auto file = verb.json.open();
  const Machine machine = detect_machine();
  const ProcessPages pages = process_pages(parse_process(verb.process), machine);
  std::optional<WhereMap> map;
  if (!verb.range.empty() || !verb.matrix.empty()) map = make_map(verb, pages, machine);
  show(describe(pages, machine, verb.all) + (map ? "\n" + describe(*map, machine, colours_wanted()) : ""),
       to_json(pages, map, machine), file.get());
}

}  // namespace

void add_where(CLI::App& app) {
  auto verb = std::make_shared<WhereVerb>();
  CLI::App& where = *app.add_subcommand(
      "where", "Show on which nodes the memory of a running process is, without touching it");
  where.add_option("PID", verb->process, "Number of a process")->required()->type_name("PID");
  where.add_flag("--all", verb->all, "Every mapping (the 15 largest)");
  where.add_option("--map", verb->range,
                   "Draw a stretch of addresses: BEGIN-END, an address, a name such as [heap], or largest");
  where.add_option("--matrix", verb->matrix,
                   "Draw it as a matrix: ROWSxCOLUMNS or ROWSxCOLUMNS:LEADING, from the stretch's begin on");
  where.add_option("--type", verb->type, "Of the matrix: s, d, c or z")
      ->type_name("{s,d,c,z}")
      ->capture_default_str();
  where.add_flag("--row-major", verb->row_major, "The matrix is stored row by row");
  where.add_option("--height", verb->height, "Lines of the map")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  where.add_option("--width", verb->width, "Characters of a line")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000));
  verb->json.add(where);
  where.footer(
      "Example:\n"
      "  numapack where 4711\n"
      "  numapack where 4711 --map largest\n"
      "  numapack where 4711 --map 7f3686e00000 --matrix 16384x16384 --type d");
  where.callback([verb] { run(*verb); });
}

}  // namespace numapack
