// SPDX-License-Identifier: BSD-3-Clause
#include "machine/synthetic.hpp"

#include <hwloc.h>

#include <cctype>
#include <cstdlib>

namespace numapack {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// Where the attributes of the item that begins here stand, or would stand: behind its name and count.
std::size_t attributes_of(const std::string& description, std::size_t item) {
  std::size_t at = item;
  while (at < description.size() && is_letter(description[at])) ++at;
  if (at == description.size() || description[at] != ':') return at;
  ++at;
  while (at < description.size() && std::isdigit(static_cast<unsigned char>(description[at])) != 0) ++at;
  return at;
}

}  // namespace

double synthetic_size(const std::string& description) {
  double product = 1;
  int depth = 0;
  for (std::size_t at = 0; at < description.size(); ++at) {
    const char c = description[at];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    const bool counts = depth == 0 && (c == ':' || c == ' ' || at == 0);
    if (!counts) continue;
    const char* number = description.c_str() + at + (c == ':' || c == ' ' ? 1 : 0);
    if (*number >= '0' && *number <= '9') product *= std::strtod(number, nullptr);
  }
  return product;
}

MarkedDescription mark_unsaid_memory(const std::string& description) {
  const std::string unsaid = "memory=" + std::to_string(unsaid_memory_bytes);
  MarkedDescription marked;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < description.size(); ++at) {
    if (description[at] == '(') {
      at = description.find(')', at);
      if (at == std::string::npos) break;
      continue;
    }
    const bool begins = is_letter(description[at]) && (at == 0 || !is_letter(description[at - 1]));
    hwloc_obj_type_t type = HWLOC_OBJ_MACHINE;
    if (!begins || hwloc_type_sscanf(description.c_str() + at, &type, nullptr, 0) < 0) continue;
    if (type != HWLOC_OBJ_NUMANODE) continue;
    marked.names_nodes = true;
    const std::size_t place = attributes_of(description, at);
    const bool bracket = place < description.size() && description[place] == '(';
    if (bracket &&
        description.substr(place, description.find(')', place) - place).find("memory=") != std::string::npos)
      continue;
    const std::size_t end = place + (bracket ? 1 : 0);
    marked.text += description.substr(copied, end - copied) + (bracket ? unsaid + " " : "(" + unsaid + ")");
    copied = end;
  }
  marked.text += description.substr(copied);
  return marked;
}

}  // namespace numapack
