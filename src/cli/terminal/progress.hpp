// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace numapack {

/// One line on standard error that says what is going on and how long it still takes, and is gone afterwards.
/// Silent where standard error is no terminal, and in runs of less than two seconds.
class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// seconds_left < 0: not known yet.
  void show(const std::string& what, double seconds_left);
  void clear();

 private:
  bool terminal_;
  bool shown_ = false;
  double start_;
};

/// "8 s", "3 min 20 s", "2 h 5 min".
std::string duration(double seconds);

}  // namespace numapack
