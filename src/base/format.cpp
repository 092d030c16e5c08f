// SPDX-License-Identifier: BSD-3-Clause
// fmt's own functions, once for the whole library: header-only, every file that formats carried 190 KB of
// them and took 3 to 5 s longer to compile. Header-only here makes them inline, thus weak and hidden: a
// program's own fmt stays its own, and neither library needs one at run time.
// The list is that of fmt 9; other versions are used header-only everywhere (cmake/format.cmake).
#ifndef FMT_HEADER_ONLY
#define FMT_HEADER_ONLY
#include <fmt/format.h>

namespace {

// To take an address is to make the function.
[[gnu::used]] constexpr std::string (*vformat)(fmt::string_view, fmt::format_args) = &fmt::vformat;
[[gnu::used]] constexpr void (*vprint)(fmt::string_view, fmt::format_args) = &fmt::vprint;
[[gnu::used]] constexpr void (*vprint_to)(std::FILE*, fmt::string_view, fmt::format_args) = &fmt::vprint;
[[gnu::used]] constexpr auto throw_format_error = &fmt::detail::throw_format_error;
[[gnu::used]] constexpr auto assert_fail = &fmt::detail::assert_fail;
[[gnu::used]] constexpr bool (*is_printable)(std::uint32_t) = &fmt::detail::is_printable;
[[gnu::used]] constexpr auto thousands_separator = &fmt::detail::thousands_sep_impl<char>;
[[gnu::used]] constexpr auto decimal_point = &fmt::detail::decimal_point_impl<char>;
[[gnu::used]] constexpr auto float_to_decimal = &fmt::detail::dragonbox::to_decimal<float>;
[[gnu::used]] constexpr auto double_to_decimal = &fmt::detail::dragonbox::to_decimal<double>;

}  // namespace
#endif
