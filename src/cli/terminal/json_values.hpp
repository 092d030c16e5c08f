// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/statistics.hpp"

namespace numapack {

// Values of documents that every page writes alike. What is not known is null.

template <class T>
nlohmann::json or_null(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json();
}
inline nlohmann::json or_null(const std::string& text) {
  return text.empty() ? nlohmann::json() : nlohmann::json(text);
}
/// Of what is -1 where it is not known.
inline nlohmann::json index_or_null(int number) {
  return number < 0 ? nlohmann::json() : nlohmann::json(number);
}
template <class T>
nlohmann::json or_null(bool known, const T& value) {
  return known ? nlohmann::json(value) : nlohmann::json();
}

inline nlohmann::json spread_to_json(const Spread& spread) {
  return {{"median", spread.median}, {"min", spread.min}, {"max", spread.max}};
}

}  // namespace numapack
