// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace numapack::standard {

/// The body of a call, as a reference without an allocation.
class Body {
 public:
  template <class Function>
  explicit Body(const Function& function)
      : function_(&function), call_([](const void* known) { (*static_cast<const Function*>(known))(); }) {}
  void operator()() const { call_(function_); }

 private:
  const void* const function_;
  void (*const call_)(const void*);
};

}  // namespace numapack::standard
