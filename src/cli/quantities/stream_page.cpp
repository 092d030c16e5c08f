// SPDX-License-Identifier: BSD-3-Clause
#include "cli/quantities/pages.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "cli/runs/measuring.hpp"
#include "cli/terminal/table.hpp"
#include "machine/text.hpp"
#include "probe/quantities/stream.hpp"

namespace numapack {

using probe::CellResult;
using probe::RunResult;

namespace {

double best(const probe::Series& series) {
  return *std::max_element(series.samples.begin(), series.samples.end());
}

std::string best_text(const CellResult& cell, const std::string& quantity) {
  const probe::Series* series = cell.find(quantity);
  return series == nullptr ? "-" : figure(best(*series));
}

using Block = std::pair<int, bool>;  ///< threads, pinned

std::map<Block, std::vector<const CellResult*>> blocks_of(const RunResult& result) {
  std::map<Block, std::vector<const CellResult*>> blocks;
  for (const CellResult& cell : result.cells) blocks[{cell.cell.threads, !cell.cell.pinned}].push_back(&cell);
  return blocks;
}

std::string block_text(const Block& block) {
  return fmt::format("{} {}, {}", block.first, block.first == 1 ? "thread" : "threads",
                     block.second ? "not pinned" : "pinned");
}

/// Quantities that any cell has, in the order they are measured.
std::vector<std::string> quantities(const RunResult& result) {
  std::vector<std::string> names;
  for (const CellResult& cell : result.cells) {
    for (const probe::Series& series : cell.series) {
      if (std::find(names.begin(), names.end(), series.quantity) == names.end())
        names.push_back(series.quantity);
    }
  }
  return names;
}

std::string rates(const RunResult& result, const Machine& machine) {
  std::string text;
  const std::vector<std::string> names = quantities(result);
  for (const bool streaming : {false, true}) {
    std::vector<std::string> columns;
    for (const std::string& name : names) {
      if (name.ends_with(", streaming") == streaming) columns.push_back(name);
    }
    if (columns.empty()) continue;
    for (const auto& [block, cells] : blocks_of(result)) {
      std::vector<std::string> header{
          fmt::format("GB/s, {}, {} stores", block_text(block), streaming ? "streaming" : "ordinary")};
      for (const std::string& column : columns) header.push_back(column.substr(0, column.find(',')));
      Table table(header);
      for (const CellResult* cell : cells) {
        std::vector<std::string> row{probe::placement_text(cell->cell, machine)};
        for (const std::string& column : columns) row.push_back(best_text(*cell, column));
        table.row(row);
      }
      text += table.text() + "\n";
    }
  }
  return text;
}

std::string counts(const RunResult& result, const Machine& machine) {
  std::vector<std::string> header{"pages of the arrays"};
  for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
    header.push_back("on " + node_text(machine, static_cast<int>(node)));
  }
  header.push_back("in huge pages");
  for (std::size_t node = 0; node < machine.nodes.size(); ++node) {
    for (const char* counter : {"hit", "miss", "local", "other", "interleave"}) {
      header.push_back(fmt::format("{} {}", counter, machine.nodes[node].os_index));
    }
  }
  Table table(header);
  for (const auto& [block, cells] : blocks_of(result)) {
    for (const CellResult* cell : cells) {
      if (!cell->pages) continue;
      std::vector<std::string> row{probe::placement_text(cell->cell, machine) + ", " + block_text(block)};
      for (const std::uint64_t pages : cell->pages->by_node) {
        row.push_back(cell->pages->unavailable.empty() ? std::to_string(pages) : "?");
      }
      row.push_back(size_text(cell->pages->huge_bytes));
      for (const NumaCounters::Node& grown : cell->numastat) {
        for (const std::uint64_t counter :
             {grown.hit, grown.miss, grown.local, grown.other, grown.interleave}) {
          row.push_back(std::to_string(counter));
        }
      }
      table.row(row);
    }
  }
  return table.text();
}

/// Best of a kernel, threads of one node on the memory of one, with the most threads that were measured
/// there.
std::string node_matrix(const RunResult& result, const Machine& machine, const std::string& quantity) {
  std::map<std::pair<int, int>, const CellResult*> cells;
  std::set<int> cpus, homes;
  for (const CellResult& cell : result.cells) {
    if (cell.cell.placement != "membind" || !cell.cell.pinned || cell.find(quantity) == nullptr) continue;
    const CellResult*& known = cells[{cell.cell.cpus_of, cell.cell.home}];
    if (known == nullptr || known->cell.threads < cell.cell.threads) known = &cell;
    cpus.insert(cell.cell.cpus_of);
    homes.insert(cell.cell.home);
  }
  if (cells.empty()) return {};
  std::vector<std::string> header{fmt::format("GB/s, {}, all cores of", quantity)};
  for (const int home : homes) header.push_back("memory of " + node_text(machine, home));
  Table table(header);
  for (const int from : cpus) {
    std::vector<std::string> row{node_text(machine, from)};
    for (const int home : homes) {
      const auto cell = cells.find({from, home});
      row.push_back(cell == cells.end() ? "-" : best_text(*cell->second, quantity));
    }
    table.row(row);
  }
  return "\n" + table.text();
}

}  // namespace

std::string stream_counting() {
  std::string text =
      "Rates count the bytes that the formula names, as STREAM does: the best repetition, the first not "
      "counted.\n"
      "An ordinary store also reads the line that it writes; what moves then is";
  const char* separator = " ";
  for (const probe::StreamKernel& kernel : probe::stream_kernels()) {
    if (kernel.writes == 0) continue;
    text += fmt::format("{}{:.4g} x {}", separator,
                        kernel.moved_bytes_an_element(false) / kernel.bytes_an_element(), kernel.name);
    separator = ", ";
  }
  return text + ".\n";
}

std::string stream_page(const RunResult& result, const Machine& machine) {
  return rates(result, machine) + counts(result, machine) + node_matrix(result, machine, "read") +
         node_matrix(result, machine, "triad");
}

}  // namespace numapack
