// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <thread>

#include "base/clock.hpp"
#include "base/error.hpp"
#include "grade/calls/call_data.hpp"
#include "grade/calls/random_call.hpp"
#include "grade/checks/check.hpp"
#include "peer/routines/lapack_call.hpp"
#include "peer/work/reference.hpp"

namespace numapack {

namespace {

/// Large enough for all threads.
Job large_product() {
  Job job;
  job.form = {find_routine("gemm"), "NN"};
  job.call = product_of(job.form, Type::d, 400, 400, 400, false);
  return job;
}

/// One that errs by more than its bound, or "".
template <class T>
std::string wrong(CallData<T>& data) {
  const double error = check_against_reference(data.job(), data.written()).error_over_bound;
  return error <= 1 ? "" : fmt::format("{}: error {:.3g} times its bound", describe_call(data.job()), error);
}

/// What one of several callers does, and the result.
struct Caller {
  std::vector<Job> calls;
  std::vector<std::uint64_t> alone;
  std::string error;
  int other_bits = 0;

  template <class T>
  void make_call(const BlasLibrary& library, std::size_t i, bool first) {
    CallData<T> data(calls[i]);
    data.call(library);
    if (first) return alone.push_back(data.digest());
    if (data.digest() == alone[i]) return;
    ++other_bits;
    if (error.empty()) error = wrong(data);
  }
  void make_calls(const BlasLibrary& library, bool first) {
    for (std::size_t i = 0; i < calls.size(); ++i)
      with_type(calls[i].call.type, [&]<class T>() { make_call<T>(library, i, first); });
  }
};

/// What a child did: its exit status, or 128 and the signal that ended it; nothing after so many seconds.
std::optional<int> status_of_child(pid_t child, double seconds) {
  int status = 0;
  for (const double end = seconds_now() + seconds; seconds_now() < end;) {
    if (waitpid(child, &status, WNOHANG) == child)
      return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    usleep(2000);
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return std::nullopt;
}

/// Runs body() on a thread with so small a stack, which has nothing else on it. False if there is no such
/// thread.
bool on_small_stack(std::size_t bytes, const std::function<void()>& body) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread{};
  const auto enter = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  const bool made =
      pthread_attr_setstacksize(&attributes, bytes) == 0 &&
      pthread_create(&thread, &attributes, enter, const_cast<std::function<void()>*>(&body)) == 0;
  pthread_attr_destroy(&attributes);
  if (made) pthread_join(thread, nullptr);
  return made;
}

/// False if it is not asked for, or not there.
bool factor(const BlasLibrary& library, const char* name, const char* letters, const std::string& item,
            const CheckRun& run, std::size_t bytes) {
  Job job;
  job.form = {find_routine(name), letters};
  if (!run.asked(name) || !library.missing(job.form, Type::d).empty()) return false;
  job.call = product_of(job.form, Type::d, 300, 300, 0, false);
  CallData<double> data(job);
  LapackProblem<double> p;
  p.form = job.form, p.m = p.n = 300, p.a = data.data(0), p.lda = data.job().leading(0);
  const LibraryRoutine routine = library.routine(p.form, Type::d);
  make_room(&routine, p);
  run.begin(item + ", d" + name);
  on_small_stack(bytes, [&] { library.run(routine, p); });
  return true;
}

}  // namespace

void check_callers(const CheckRun& run) {
  const std::string item = "callers at once";
  run.begin(item);
  std::vector<const BlasRoutine*> there;
  for (const BlasRoutine* routine : standard_routines()) {
    bool all = run.asked(routine->name);
    for (const Type type : {Type::s, Type::d, Type::c, Type::z})
      all = all && ((routine->hermitian && !is_complex(type)) ||
                    run.library.missing({routine, std::string(routine->letters.size(), 'N')}, type).empty());
    if (all) there.push_back(routine);
  }
  if (there.empty()) return;
  std::vector<Caller> callers(run.order.at("threads").get<std::size_t>());
  for (std::size_t i = 0; i < callers.size(); ++i)
    for (std::uint64_t call = 0; call < 15; ++call)
      callers[i].calls.push_back(random_call(77 + i, call, there));
  for (Caller& caller : callers) caller.make_calls(run.library, true);
  std::vector<std::thread> threads;
  for (Caller& caller : callers) threads.emplace_back([&] { caller.make_calls(run.library, false); });
  for (std::thread& thread : threads) thread.join();
  std::string wrong;
  int other_bits = 0;
  for (const Caller& caller : callers) {
    if (wrong.empty()) wrong = caller.error;
    other_bits += caller.other_bits;
  }
  if (wrong.empty() && other_bits > 0)
    wrong =
        fmt::format("right, but {} of {} calls have other bits than alone", other_bits, 15 * callers.size());
  run.say({{"item", item}, {"passed", wrong.empty() || wrong.starts_with("right")}, {"what", wrong}});
}

void check_fork(const CheckRun& run) {
  CallData<double> before(large_product()), after(large_product());
  before.call(run.library);
  run.begin("call in a forked child");
  const pid_t child = fork();
  if (child == 0) {
    after.call(run.library);
    _exit(wrong(after).empty() ? 0 : 1);
  }
  const std::optional<int> status = child < 0 ? 0 : status_of_child(child, run.order.value("patience", 20.0));
  std::string what;
  if (!status)
    what = describe_call(before.job()) + " in the child did not come back";
  else if (*status > 128)
    what = fmt::format("{} in the child: killed by signal {} ({})", describe_call(before.job()),
                       *status - 128, strsignal(*status - 128));
  else if (*status != 0)
    what = describe_call(before.job()) + " in the child is wrong";
  run.grade("call in a forked child", what.empty(), what);
  run.begin("call in its parent");
  after.fill(2);
  after.call(run.library);
  run.grade("call in its parent", wrong(after).empty(), wrong(after));
}

void check_stack(const CheckRun& run) {
  const auto kib = run.order.at("kib").get<std::size_t>();
  const std::string item = fmt::format("{} KiB", kib);
  std::string what;
  bool called = run.asked("gemm");
  if (called) {
    CallData<double> data(large_product());
    run.begin(item + ", dgemm");
    if (!on_small_stack(kib * 1024, [&] { data.call(run.library); })) return;
    what = wrong(data);
  }
  called |= factor(run.library, "potrf", "L", item, run, kib * 1024);
  called |= factor(run.library, "getrf", "", item, run, kib * 1024);
  called |= factor(run.library, "geqrf", "", item, run, kib * 1024);
  if (called) run.grade(item, what.empty(), what);
}

void check_end(const CheckRun& run) {
  CallData<double> data(large_product());
  data.call(run.library);
}

void check_arguments(const CheckRun& run) {
  const auto which = run.order.at("case").get<std::string>();
  const std::string name = which.substr(1, which.find(' ') - 1);
  RoutineForm form{find_routine(name), name == "gemm"    ? "NN"
                                       : name == "trsm"  ? "XLNN"
                                       : name == "potrf" ? "X"
                                                         : ""};
  if (!run.asked(name) || !run.library.missing(form, Type::d).empty()) return;
  run.begin(which);
  Job job;
  job.form = form;
  job.call = product_of({form.routine, name == "trsm"    ? "LLNN"
                                       : name == "potrf" ? "L"
                                                         : form.letters},
                        Type::d, 3, 3, 3, false);
  CallData<double> data(job);
  const std::uint64_t before = data.digest();
  Index info = 0, wanted = 0;
  try {
    if (form.routine->is_of_lapack()) {
      LapackProblem<double> p;
      p.form = form, p.m = p.n = 3, p.a = data.data(0), p.lda = 3;
      const LibraryRoutine routine = run.library.routine(form, Type::d);
      make_room(&routine, p);
      if (name == "getrf") p.n = -1;
      run.library.run(routine, p);
      info = p.info, wanted = name == "getrf" ? -2 : -1;
    } else {
      RoutineProblem<double> solution = data.routine();
      Problem<double> product = data.product();
      if (which.ends_with("m=-1")) product.m = -1;
      if (which.find("ldc") != std::string::npos) product.ldc = 1;
      if (form.is_gemm())
        run.library.gemm(product);
      else
        run.library.run(run.library.routine(form, Type::d), solution);
    }
  } catch (const Error&) {
    info = wanted;  // numapack's own interface says so
  }
  std::string what;
  if (data.digest() != before)
    what = which + ": came back, and something is written";
  else if (info != wanted)
    what = fmt::format("{}: came back with info {}", which, info);
  run.grade(which, what.empty(), what);
}

}  // namespace numapack
