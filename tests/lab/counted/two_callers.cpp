// SPDX-License-Identifier: BSD-3-Clause
// Two threads that multiply again and again, with their data on nodes 1 and 3 of lab/machines/default.json:
// an interval in the middle, then one of the same products one after the other by all nodes. Prints how many
// calls each interval had.
//
// usage: lab_two_callers N

#include <atomic>
#include <cstdio>
#include <thread>

#include "lab/counted/counted.hpp"

namespace numapack::testing {
namespace {

constexpr int calls_each = 3;

/// A thread that multiplies until the test stops it.
class Caller {
 public:
  Caller(Index n, int node, const std::atomic<bool>& stop)
      : operands_(n, Runtime::get().machine(), Placement::bind(node)), thread_([this, &stop] {
          while (!stop) {
            gemm(operands_.problem());
            ++calls_;
          }
        }) {}
  ~Caller() { thread_.join(); }
  int calls() const { return calls_; }
  void wait_for(int calls) const {
    while (calls_ < calls) usleep(1000);
  }

 private:
  IntegerProblem<double> operands_;
  std::atomic<int> calls_{0};
  std::thread thread_;
};

int run(Index n) {
  Runtime& runtime = Runtime::get();
  const IntegerProblem<double> first(n, runtime.machine(), Placement::bind(1));
  gemm(first.problem());
  int at_once = 0;
  {
    std::atomic<bool> stop{false};
    const Caller one(n, 1, stop), other(n, 3, stop);
    // The first caller has all teams once; from then on calls are concurrent.
    one.wait_for(2);
    other.wait_for(2);
    const int before = one.calls() + other.calls();
    counted([&] {
      one.wait_for(one.calls() + calls_each);
      other.wait_for(2 + calls_each);
    });
    at_once = one.calls() + other.calls() - before;
    stop = true;
  }
  counted([&] {
    for (int call = 0; call < calls_each; ++call) gemm(first.problem());
  });
  std::printf("{\"at_once\": %d, \"in_turn\": %d}\n", at_once, calls_each);
  return 0;
}

}  // namespace
}  // namespace numapack::testing

int main(int count, char** arguments) {
  return numapack::testing::main_of("lab_two_callers", count, arguments, &numapack::testing::run);
}
