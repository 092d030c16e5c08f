// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <CLI/App.hpp>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

namespace numapack {

/// Lets these options of a verb, whose values are whole numbers, be said as sizes, too: 1k, 64Ki, 2G are
/// 1024, 65536 and 2147483648, as with bytes.
void accept_sizes(CLI::App& verb, std::initializer_list<const char*> options);

/// Lets an option, whose value is a number of seconds, have its unit, too: 60s.
CLI::Option* accept_seconds(CLI::Option* option);

/// Two whole numbers of at least 0 with this letter, in either case, between them, as in 2x2 and 0,5; nothing
/// for any other text.
std::optional<std::pair<int, int>> two_numbers(std::string_view text, char between);

}  // namespace numapack
