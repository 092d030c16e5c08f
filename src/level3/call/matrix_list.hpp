// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/range.hpp"

namespace numapack {

/// Where each of many matrices begins: by a list of addresses, or so many elements behind the one before.
template <class T>
struct MatrixList {
  T* const* listed = nullptr;
  T* first = nullptr;
  Index stride = 0;

  T* operator[](Index number) const { return listed != nullptr ? listed[number] : first + number * stride; }
};

}  // namespace numapack
