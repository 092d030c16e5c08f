#include "memory/policy.hpp"

#include <numaif.h>

#include <cerrno>
#include <climits>
#include <cstring>
#include <vector>

#include "base/error.hpp"
#include "machine/text.hpp"

namespace numapack {
namespace {

struct NodeMask {
  static constexpr std::size_t word_bits = sizeof(unsigned long) * CHAR_BIT;
  std::vector<unsigned long> words;

  void set(std::size_t bit) {
    if (words.size() <= bit / word_bits) words.resize(bit / word_bits + 1, 0);
    words[bit / word_bits] |= 1ul << (bit % word_bits);
  }
  /// The kernel looks at one bit fewer than it is told.
  unsigned long length() const { return words.size() * word_bits + 1; }
};

}  // namespace

void check_placement(const Placement& placement, std::size_t bytes, const Machine& machine) {
  if (placement.kind == Placement::Kind::first_touch) return;
  const char* where = "placement";
  const bool bind = placement.kind == Placement::Kind::bind;
  if (placement.nodes.empty() || (bind && placement.nodes.size() != 1)) {
    invalid(where, std::to_string(placement.nodes.size()) + " nodes",
            bind ? "bind to one node" : "name at least one");
  }
  std::uint64_t capacity = 0;
  for (const int node : placement.nodes) {
    if (node < 0 || node >= static_cast<int>(machine.nodes.size())) {
      invalid(where, "there is no node with index " + std::to_string(node),
              "the machine has " + std::to_string(machine.nodes.size()));
    }
    const Node& target = machine.nodes[static_cast<std::size_t>(node)];
    if (!target.usable_memory) {
      invalid(where, "node " + std::to_string(target.os_index) + " has no memory that may be used",
              "choose a node with memory, such as the one that home_for() gives");
    }
    capacity += target.memory_bytes;
  }
  if (bytes > capacity) {
    throw Error(ErrorCode::out_of_memory, where,
                size_text(bytes) + " do not fit on node " + to_string(placement, machine) + ", which has " +
                    size_text(capacity),
                "spread the memory over more nodes or use smaller operands");
  }
}

std::string apply_placement(void* mapping, std::size_t bytes, const Placement& placement,
                            const Machine& machine) {
  if (placement.kind == Placement::Kind::first_touch) {
    // A process started under another policy (numactl --interleave) would spread even these pages.
    mbind(mapping, bytes, MPOL_LOCAL, nullptr, 0, 0);
    return "";
  }
  if (!machine.is_this_machine) return "the machine \"" + machine.source + "\" is not the one this runs on";
  NodeMask mask;
  for (const int node : placement.nodes) {
    const int number = machine.nodes.at(static_cast<std::size_t>(node)).os_index;
    if (number >= 0) mask.set(static_cast<std::size_t>(number));
  }
  const int mode = placement.kind == Placement::Kind::bind ? MPOL_BIND : MPOL_INTERLEAVE;
  if (mbind(mapping, bytes, mode, mask.words.data(), mask.length(), 0) == 0) return "";
  return "the kernel refuses mbind to " + to_string(placement, machine) + " (" + std::strerror(errno) +
         "): pages go where they are first touched";
}

}  // namespace numapack
