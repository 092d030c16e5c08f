// SPDX-License-Identifier: BSD-3-Clause
#include "cli/terminal/interrupt.hpp"

#include <signal.h>

#include <array>

namespace numapack {

namespace {

constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};
volatile sig_atomic_t noted = 0;
std::array<struct sigaction, kSignals.size()> before;

void note(int signal) { noted = signal; }

}  // namespace

InterruptGuard::InterruptGuard() {
  noted = 0;
  struct sigaction action = {};
  action.sa_handler = note;
  // No SA_RESTART: a wait for an answer ends at once. After the first signal the default is back.
  action.sa_flags = SA_RESETHAND;
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &before[i]);
}

InterruptGuard::~InterruptGuard() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before[i], nullptr);
}

int InterruptGuard::signal_noted() { return noted; }

}  // namespace numapack
