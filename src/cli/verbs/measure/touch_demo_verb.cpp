// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <sched.h>
#include <sys/mman.h>
#include <CLI/CLI.hpp>

#include <cerrno>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "cli/runs/json_file.hpp"
#include "cli/terminal/json_values.hpp"
#include "cli/terminal/page.hpp"
#include "cli/terminal/table.hpp"
#include "cli/verbs/verbs.hpp"
#include "machine/text.hpp"
#include "memory/pages/census.hpp"
#include "team/affinity.hpp"

namespace numapack {

namespace {

struct TouchVerb {
  std::string size = "64M";
  JsonOption json;
};

/// Plain memory, as malloc gets it from the kernel, so that numactl around this command shows, too.
class Memory {
 public:
  Memory(std::size_t bytes, int advice) : bytes_(bytes) {
    void* const got = mmap(nullptr, bytes + huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == MAP_FAILED) {
      throw Error(ErrorCode::out_of_memory, "touch-demo", size_text(bytes) + ": " + std::strerror(errno),
                  "use a smaller --size");
    }
    mapping_ = static_cast<char*>(got);
    data_ = mapping_ + (huge - reinterpret_cast<std::uintptr_t>(mapping_) % huge) % huge;
    madvise(data_, bytes, advice);
  }
  ~Memory() { munmap(mapping_, bytes_ + huge); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  volatile char* data() const { return data_; }
  std::size_t size() const { return bytes_; }

  static constexpr std::size_t huge = 2u << 20;

 private:
  std::size_t bytes_;
  char* mapping_;
  char* data_;
};

struct DemoStep {
  std::string what;
  std::string who;  ///< the thread that did it
  Census pages;
};

/// "CPU 3, node 1": where the calling thread runs.
std::string here(const Machine& machine) {
  const int pu = sched_getcpu();
  const int node = machine.node_of_pu(pu);
  if (node < 0) return fmt::format("CPU {}", pu);
  return fmt::format("CPU {}, node {}", pu, machine.os_index_of(node));
}

class Demonstration {
 public:
  Demonstration(const Machine& machine, const Memory& memory) : machine_(machine), memory_(memory) {}

  template <class Action>
  void step(std::string what, const Action& action) {
    action(memory_.data());
    const std::string who = here(machine_);
    steps_.push_back({std::move(what), who, count()});
  }
  /// The same by a thread of another node.
  template <class Action>
  void step_on(int node, const std::string& what, const Action& action) {
    std::string who;
    std::jthread([&] {
      std::vector<int> pus;
      for (const int core : machine_.usable_cores(node)) {
        const auto& more = machine_.cores[static_cast<std::size_t>(core)].usable_pus;
        pus.insert(pus.end(), more.begin(), more.end());
      }
      const std::string refused = bind_this_thread(pus);
      action(memory_.data());
      who = here(machine_) + (refused.empty() ? "" : " (not bound: " + refused + ")");
    }).join();
    steps_.push_back({what, who, count()});
  }
  std::vector<DemoStep> steps() && { return std::move(steps_); }

 private:
  Census count() const { return census(const_cast<char*>(memory_.data()), memory_.size(), machine_); }
  const Machine& machine_;
  const Memory& memory_;
  std::vector<DemoStep> steps_;
};

std::vector<DemoStep> with_ordinary_pages(const Machine& machine, std::size_t bytes) {
  const std::size_t page = machine.page_bytes;
  const Memory memory(bytes, MADV_NOHUGEPAGE);
  Demonstration show(machine, memory);
  show.step("char* p = mmap(" + size_text(bytes) + "): addresses, no memory", [](volatile char*) {});
  show.step("p[0] = 5: the first page", [](volatile char* p) { p[0] = 5; });
  show.step("p[1] = 5: the same page", [](volatile char* p) { p[1] = 5; });
  show.step(fmt::format("p[{}] = 5: the second page", page), [&](volatile char* p) { p[page] = 5; });
  // The value is of no use, the reading is.
  show.step(fmt::format("x = p[{}]: reading makes no page", 2 * page),
            [&](volatile char* p) { [[maybe_unused]] const char x = p[2 * page]; });
  std::size_t next = 3;
  for (const int node : machine.compute_nodes()) {
    const std::size_t at = next * page;
    ++next;
    if (next * page >= bytes) break;
    show.step_on(node, fmt::format("p[{}] = 5 by a thread of node {}", at, machine.os_index_of(node)),
                 [&](volatile char* p) { p[at] = 5; });
  }
  show.step("all of it written by one thread", [&](volatile char* p) {
    for (std::size_t at = 0; at < bytes; at += page) p[at] = 5;
  });
  return std::move(show).steps();
}

std::vector<DemoStep> with_huge_pages(const Machine& machine, std::size_t bytes) {
  const Memory memory(bytes, MADV_HUGEPAGE);
  Demonstration show(machine, memory);
  show.step("mmap, madvise(MADV_HUGEPAGE)", [](volatile char*) {});
  show.step("p[0] = 5: 2 MiB at once", [](volatile char* p) { p[0] = 5; });
  show.step("p[2 MiB] = 5: the next 2 MiB", [](volatile char* p) { p[Memory::huge] = 5; });
  return std::move(show).steps();
}

std::string describe(const std::vector<DemoStep>& steps, const Machine& machine) {
  std::vector<std::string> header{"step", "thread on", "untouched"};
  for (const Node& node : machine.nodes) header.push_back("node " + std::to_string(node.os_index));
  header.push_back("in huge pages");
  Table table(std::move(header));
  for (const DemoStep& step : steps) {
    std::vector<std::string> row{step.what, step.who, std::to_string(step.pages.untouched)};
    for (const std::uint64_t count : step.pages.by_node) row.push_back(std::to_string(count));
    row.push_back(size_text(step.pages.huge_bytes));
    table.row(std::move(row));
  }
  std::string text = table.text({1});
  if (!steps.back().pages.unavailable.empty()) text += steps.back().pages.unavailable + "\n";
  return text;
}

nlohmann::json to_json(const std::vector<DemoStep>& steps) {
  auto list = nlohmann::json::array();
  for (const DemoStep& step : steps) {
    nlohmann::json entry{{"step", step.what},
                         {"thread", step.who},
                         {"pages_by_node", step.pages.by_node},
                         {"untouched", step.pages.untouched},
                         {"huge_bytes", step.pages.huge_bytes}};
    entry["unavailable"] = or_null(step.pages.unavailable);
    list.push_back(std::move(entry));
  }
  return list;
}

void run(const TouchVerb& verb) {
  const std::size_t asked = parse_bytes(verb.size, "--size");
  if (asked < 2 * Memory::huge || asked > std::size_t{1} << 34) {
    invalid("--size", size_text(asked) + " shows nothing more", "use 4M to 16G");
  }
  const std::size_t bytes = asked / Memory::huge * Memory::huge;
  const auto file = verb.json.open();
  const Machine machine = detect_machine();
  const std::vector<DemoStep> ordinary = with_ordinary_pages(machine, bytes);
  const std::vector<DemoStep> huge = with_huge_pages(machine, bytes);
  if (prints_pages(file.get())) {
    print_page(fmt::format("Pages of {} ({} of them): where each is once it has been touched\n\n{}\n",
                           size_text(machine.page_bytes), bytes / machine.page_bytes,
                           describe(ordinary, machine)));
    print_page(
        fmt::format("Huge pages (transparent, the kernel says: {})\n\n{}",
                    machine.transparent_huge_pages.empty() ? "nothing" : machine.transparent_huge_pages,
                    describe(huge, machine)));
  }
  if (file != nullptr) {
    auto nodes = nlohmann::json::array();
    for (const Node& node : machine.nodes) nodes.push_back(node.os_index);
    file->write({{"bytes", bytes},
                 {"page_bytes", machine.page_bytes},
                 {"nodes", nodes},
                 {"transparent_huge_pages", machine.transparent_huge_pages},
                 {"ordinary_pages", to_json(ordinary)},
                 {"huge_pages", to_json(huge)}});
  }
}

}  // namespace

void add_touch_demo(CLI::App& app) {
  auto verb = std::make_shared<TouchVerb>();
  CLI::App& demo = *app.add_subcommand("touch-demo", "Show step by step how first touch places pages");
  demo.add_option("--size", verb->size, "Of the memory")->capture_default_str();
  verb->json.add(demo);
  demo.footer(
      "Example:\n"
      "  numapack touch-demo\n"
      "  numactl --interleave=all numapack touch-demo");
  demo.callback([verb] { run(*verb); });
}

}  // namespace numapack
