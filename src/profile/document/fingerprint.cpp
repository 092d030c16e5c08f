// SPDX-License-Identifier: BSD-3-Clause
#include "profile/document/fingerprint.hpp"

#include <charconv>
#include <cstdint>

namespace numapack {

namespace {

/// FNV-1a, 64 bits: no secret is kept here, and the same text must give the same digits everywhere.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  }
  return hash;
}

std::string hexadecimal(std::uint64_t number) {
  char digits[16];
  const std::string text(digits, std::to_chars(digits, digits + sizeof digits, number, 16).ptr);
  return std::string(16 - text.size(), '0') + text;
}

template <class Number>
std::string list(const std::vector<Number>& numbers) {
  std::string text;
  for (const Number number : numbers) text += std::to_string(number) + ",";
  return text;
}

/// What the CPU calls itself, without bytes that a JSON document may not hold.
std::string printable(std::string text) {
  for (char& c : text) {
    if (c < 0x20 || c > 0x7e) c = '?';
  }
  return text;
}

std::vector<int> pus_of(const Machine& machine, const std::vector<int>& cores) {
  std::vector<int> pus;
  for (const int core : cores) {
    const std::vector<int>& of = machine.cores[std::size_t(core)].pus;
    pus.insert(pus.end(), of.begin(), of.end());
  }
  return pus;
}

}  // namespace

std::string fingerprint(const Machine& machine) {
  // Sizes of memories are left out: what the kernel keeps for itself differs from boot to boot.
  std::string text = machine.architecture;
  for (const Package& package : machine.packages) text += "|" + package.model;
  for (const Core& core : machine.cores) text += "|" + std::to_string(core.package) + ":" + list(core.pus);
  for (const Node& node : machine.nodes) {
    text += "|n" + std::to_string(node.os_index) + ":" + std::to_string(node.package) + node.kind +
            list(node.cores);
  }
  for (const Cache& cache : machine.caches) {
    text += "|L" + std::to_string(cache.level) + ":" + std::to_string(cache.bytes) + ":" + list(cache.cores);
  }
  if (machine.distances_known) {
    for (const auto& row : machine.distances) text += "|" + list(row);
  }
  return hexadecimal(hash_of(text));
}

ProfiledMachine profiled_machine(const Machine& machine) {
  ProfiledMachine profiled;
  profiled.name = printable(machine.source);
  if (!machine.packages.empty() && !machine.packages.front().model.empty()) {
    profiled.name =
        std::to_string(machine.packages.size()) + " x " + printable(machine.packages.front().model);
  }
  profiled.architecture = machine.architecture;
  profiled.fingerprint = fingerprint(machine);
  for (const Core& core : machine.cores) profiled.cores.push_back(core.pus);
  for (const Node& node : machine.nodes) {
    profiled.nodes.push_back(
        {node.os_index, node.package, node.kind, node.memory_bytes.value_or(0), pus_of(machine, node.cores)});
  }
  for (const Cache& cache : machine.caches) {
    profiled.caches.push_back({cache.level, cache.bytes, pus_of(machine, cache.cores)});
  }
  if (machine.distances_known) profiled.distances = machine.distances;
  return profiled;
}

}  // namespace numapack
