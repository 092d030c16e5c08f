// SPDX-License-Identifier: BSD-3-Clause
// Random multiplications on the machine of lab/machines/default.json. Before each a small one brings what the
// library has of its own into the caches, after each a sweep empties them: what it writes back the call has
// written. The small one, the call and the sweep are an interval between marks each; before the first call
// the small one twice and a sweep: what crosses then, with all operands in the caches, threads tell each
// other. Prints a line of JSON for each call: what it is, and the lines that its plan moves.
//
// usage: lab_random_calls SEED CALLS [first]     first: only this one, with its plan explained

#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "lab/counted/counted.hpp"
#include "level3/explain/explain.hpp"

namespace numapack::testing {
namespace {

/// The same numbers for the same seed with every standard library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  int below(int end) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(end)); }
  bool coin() { return below(2) == 1; }
  /// From 24 to 700, evenly by logarithm.
  Index side() { return static_cast<Index>(std::lround(24 * std::pow(700.0 / 24, below(1001) / 1000.0))); }

 private:
  std::mt19937_64 engine_;
};

/// Where an operand lives.
struct Home {
  enum class Kind { node, interleaved, cyclic } kind = Kind::node;
  int node = 0;
  std::size_t block_bytes = 0;

  static Home drawn(Dice& dice) {
    const auto kind = static_cast<Kind>(dice.below(3));
    const int node = dice.below(4);
    return {kind, node, std::size_t{4096} << dice.below(6)};
  }
  std::string text() const {
    if (kind == Kind::node) return "on node " + std::to_string(node);
    return kind == Kind::interleaved ? "interleaved"
                                     : "cyclic by " + std::to_string(block_bytes >> 10) + " KiB";
  }
  /// Zeros, all of them touched.
  Buffer memory(std::size_t bytes, const Machine& machine) const {
    Placement placement;
    if (kind == Kind::node) placement = Placement::bind(node);
    if (kind == Kind::interleaved) placement = Placement::interleave({0, 1, 2, 3});
    Buffer buffer(bytes, machine, {placement, false});
    if (kind == Kind::cyclic) settle_cyclic(buffer, block_bytes);
    touch(buffer);
    return buffer;
  }
};

struct Drawn {
  Type type = Type::d;
  Transpose trans_a = Transpose::none, trans_b = Transpose::none;
  Index m = 0, n = 0, k = 0;
  bool reads_c = true, everyone = true;  ///< everyone: all threads of all nodes; else as the plan likes
  Home a, b, c;

  explicit Drawn(Dice& dice) {
    constexpr double most_flops = 1e8;  // a fifth of a minute on an emulator
    const Transpose ways[] = {Transpose::none, Transpose::transpose, Transpose::conjugate_transpose};
    type = static_cast<Type>(dice.below(4));
    trans_a = ways[dice.below(3)];
    trans_b = ways[dice.below(3)];
    do {
      m = dice.side();
      n = dice.side();
      k = dice.side();
    } while (flops_of(type, m, n, k) > most_flops);
    reads_c = dice.coin();
    everyone = dice.below(3) > 0;
    a = Home::drawn(dice);
    b = Home::drawn(dice);
    c = Home::drawn(dice);
  }
  std::string text() const {
    return std::string(1, "sdcz"[static_cast<int>(type)]) + "gemm " + letter(trans_a) + letter(trans_b) +
           ", m = " + std::to_string(m) + ", n = " + std::to_string(n) + ", k = " + std::to_string(k) +
           ", beta = " + (reads_c ? "1" : "0") + ", A " + a.text() + ", B " + b.text() + ", C " + c.text() +
           (everyone ? "" : ", as few threads as the plan likes");
  }
};

void print_lines(const char* name, const std::vector<std::vector<double>>& pairs) {
  std::printf(", \"%s\": [", name);
  for (std::size_t from = 0; from < pairs.size(); ++from) {
    std::printf("%s[", from == 0 ? "" : ", ");
    for (std::size_t home = 0; home < pairs.size(); ++home)
      std::printf("%s%.0f", home == 0 ? "" : ", ", pairs[from][home] / 64);
    std::printf("]");
  }
  std::printf("]");
}

template <class T>
void run(const Drawn& drawn, bool explained) {
  const Machine& machine = Runtime::get().machine();
  const auto memory = [&](const Home& home, Index elements) {
    return home.memory(static_cast<std::size_t>(elements) * sizeof(T), machine);
  };
  const Buffer a = memory(drawn.a, drawn.m * drawn.k), b = memory(drawn.b, drawn.k * drawn.n),
               c = memory(drawn.c, drawn.m * drawn.n);
  Problem<T> problem;
  problem.trans_a = drawn.trans_a;
  problem.trans_b = drawn.trans_b;
  problem.m = drawn.m;
  problem.n = drawn.n;
  problem.k = drawn.k;
  problem.beta = drawn.reads_c ? T{1} : T{0};
  problem.a = a.as<T>();
  problem.lda = transposes(drawn.trans_a) ? drawn.k : drawn.m;
  problem.b = b.as<T>();
  problem.ldb = transposes(drawn.trans_b) ? drawn.n : drawn.k;
  problem.c = c.as<T>();
  problem.ldc = drawn.m;
  const Options options = drawn.everyone ? all_of_it() : Options{};
  const Plan plan = plan_for(problem, options);
  std::printf("{\"call\": \"%s\"", drawn.text().c_str());
  print_lines("reads", plan.traffic.read);
  print_lines("writes", plan.traffic.written);
  std::printf("}\n");
  if (explained) std::fprintf(stderr, "%s\n", explain(plan, machine).c_str());
  counted([&] { gemm(problem, options); });
}

void run(const Drawn& drawn, bool explained) {
  if (drawn.type == Type::s) run<float>(drawn, explained);
  if (drawn.type == Type::d) run<double>(drawn, explained);
  if (drawn.type == Type::c) run<std::complex<float>>(drawn, explained);
  if (drawn.type == Type::z) run<std::complex<double>>(drawn, explained);
}

int run_all(std::uint64_t seed, int calls, int only) {
  Runtime& runtime = Runtime::get();
  const Sweep sweep(runtime);
  stay_on_cpu_0();  // the caller is not bound: its part's accesses must not come from another node
  const IntegerProblem<double> small(96, runtime.machine(), Placement::bind(0));
  const auto warm_up = [&] { gemm(small.problem(), all_of_it()); };
  warm_up();
  counted(warm_up);
  counted(warm_up);
  counted(sweep);
  Dice dice(seed);
  for (int call = 0; call < calls; ++call) {
    const Drawn drawn(dice);
    if (only >= 0 && call != only) continue;
    counted(warm_up);
    run(drawn, only >= 0);
    counted(sweep);
  }
  return 0;
}

}  // namespace
}  // namespace numapack::testing

int main(int count, char** arguments) {
  if (count < 3) return 2;
  try {
    return numapack::testing::run_all(std::stoull(arguments[1]), std::atoi(arguments[2]),
                                      count > 3 ? std::atoi(arguments[3]) : -1);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lab_random_calls: %s\n", error.what());
    return 1;
  }
}
