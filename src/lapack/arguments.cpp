// SPDX-License-Identifier: BSD-3-Clause
#include "lapack/arguments.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "kernel/kernel.hpp"
#include "runtime/runtime.hpp"

namespace numapack {

void require_size(const char* routine, const char* name, Index size) {
  if (size < 0) invalid(routine, std::string(name) + " is " + std::to_string(size), "sizes start at 0");
}

void require_matrix(const char* routine, const char* name, const char* leading_name, Index rows,
                    Index columns, Index leading, std::size_t element_bytes) {
  const Index least = std::max<Index>(1, rows);
  if (leading < least)
    invalid(routine, std::string(leading_name) + " is " + std::to_string(leading),
            "at least " + std::to_string(least) + " is needed");
  Index bytes = 0;
  if (__builtin_mul_overflow(leading, columns, &bytes) ||
      __builtin_mul_overflow(bytes, static_cast<Index>(element_bytes), &bytes))
    invalid(routine, std::string("the bytes of ") + name + " exceed the address space", "use smaller sizes");
}

void require_address(const char* routine, const char* name, const void* address) {
  if (address == nullptr)
    invalid(routine, std::string(name) + " is a null pointer", "pass the address of its first element");
}

void require_runtime(Type type) {
  Runtime::get();
  choose_shape("", true, type);
}

}  // namespace numapack
