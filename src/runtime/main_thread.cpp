// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/main_thread.hpp"

#include <pthread.h>
#include <unistd.h>

#include <atomic>

#include "runtime/runtime.hpp"

namespace numapack {

namespace {

enum class MainThread { unknown, watched, left };

constinit std::atomic<MainThread> main_thread{MainThread::unknown};

/// On the main thread, when it leaves but not when it returns from main(): a key's destructor, unlike that of
/// a thread-local object, does not run in exit().
void leave(void*) {
  main_thread.store(MainThread::left);
  Runtime::main_thread_left();
}

class Watch {
 public:
  Watch() : has_key_(pthread_key_create(&key_, leave) == 0) {
    begin();
    // The thread that forks is its child's main thread.
    pthread_atfork(nullptr, nullptr, [] { watch_.begin(); });
  }

 private:
  void begin() {
    const bool watched = has_key_ && gettid() == getpid() && pthread_setspecific(key_, this) == 0;
    main_thread.store(watched ? MainThread::watched : MainThread::unknown);
  }

  static Watch watch_;  ///< at load; its destructor does nothing
  pthread_key_t key_{};
  const bool has_key_;
};

Watch Watch::watch_;

}  // namespace

double most_idle_seconds() noexcept {
  switch (main_thread.load()) {
    case MainThread::watched:
      return 0;
    case MainThread::left:
      return 0.1;
    case MainThread::unknown:
      break;
  }
  return 1;
}

}  // namespace numapack
