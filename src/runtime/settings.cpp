#include "runtime/settings.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "base/environment.hpp"
#include "base/error.hpp"
#include "runtime/process.hpp"

namespace numapack {

namespace {

int positive_number(const char* variable, std::string_view text, std::string_view whole) {
  const auto first = text.find_first_not_of(" \t");
  const auto last = text.find_last_not_of(" \t");
  text = first == std::string_view::npos ? std::string_view() : text.substr(first, last - first + 1);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 1) {
    invalid(variable, fmt::format("\"{}\" is not a number of threads", whole), "use 1 or more, or unset it");
  }
  return number;
}

}  // namespace

int thread_limit_from_environment() {
  if (const auto text = environment("NUMAPACK_NUM_THREADS")) {
    return positive_number("NUMAPACK_NUM_THREADS", *text, *text);
  }
  if (const auto text = environment("OMP_NUM_THREADS")) {
    // One number for each level of nesting: only the outermost is ours.
    return positive_number("OMP_NUM_THREADS", std::string_view(*text).substr(0, text->find(',')), *text);
  }
  return 0;
}

std::size_t workspace_limit_from_environment() {
  const auto text = environment("NUMAPACK_WORKSPACE");
  return text ? parse_bytes(*text, "NUMAPACK_WORKSPACE") : 0;
}

bool lab_marks_wanted() noexcept { return environment("NUMAPACK_LAB").value_or("0") != "0"; }

Binding binding_from_environment() {
  const auto text = environment("NUMAPACK_BIND");
  if (!text || *text == "1") return Binding::cores;
  if (*text == "0") return Binding::none;
  invalid("NUMAPACK_BIND", fmt::format("\"{}\" is neither 0 nor 1", *text),
          "use 1 to bind threads to cores, 0 to leave them");
}

}  // namespace numapack
