// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace numapack {

/// text as content of an element of HTML or SVG: &, < and > as entities.
inline std::string xml_text(const std::string& text) {
  std::string out;
  for (const char one : text)
    out += one == '&' ? "&amp;" : one == '<' ? "&lt;" : one == '>' ? "&gt;" : std::string(1, one);
  return out;
}

}  // namespace numapack
