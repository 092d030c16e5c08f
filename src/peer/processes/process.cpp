// SPDX-License-Identifier: BSD-3-Clause
#include "peer/processes/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/clock.hpp"
#include "base/error.hpp"

namespace numapack {

namespace {

/// The descriptor under a number that the child does not use.
Descriptor moved_up(int number) {
  if (number < 0 || number > Process::kMessages) return Descriptor(number);
  const Descriptor low(number);
  return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, Process::kMessages + 1));
}

/// Two ends of a stream that no child inherits.
std::array<Descriptor, 2> make_connection() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw Error(ErrorCode::system, "process", std::string("no connection: ") + std::strerror(errno),
                "close some files");
  }
  return {moved_up(ends[0]), moved_up(ends[1])};
}

std::vector<std::string> merged(const Environment& added) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto replaced = [&](const auto& pair) { return text.substr(0, text.find('=')) == pair.first; };
    if (std::none_of(added.begin(), added.end(), replaced)) result.emplace_back(text);
  }
  for (const auto& [name, value] : added) result.emplace_back(name).append("=").append(value);
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

Process::Process(const std::string& program, const std::vector<std::string>& arguments,
                 const Environment& environment) {
  std::array<Descriptor, 2> ends = make_connection();
  printed_ = moved_up(memfd_create("printed", MFD_CLOEXEC));
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> settings = merged(environment);
  const std::vector<char*> argv = pointers(words), envp = pointers(settings);
  const pid_t parent = getpid();

  id_ = fork();
  if (id_ < 0) {
    throw Error(ErrorCode::system, "process", std::string("cannot start another: ") + std::strerror(errno),
                "look at the limit on processes");
  }
  if (id_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);  // the parent died before the line above
    signal(SIGINT, SIG_IGN);
    signal(SIGPIPE, SIG_DFL);
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    dup2(ends[1].get(), kMessages);
    if (printed_.get() >= 0) {
      dup2(printed_.get(), STDOUT_FILENO);
      dup2(printed_.get(), STDERR_FILENO);
    }
    execve(program.c_str(), argv.data(), envp.data());
    _exit(127);
  }
  connection_ = std::move(ends[0]);
  messages_ = Messages(connection_.get());
}

Process::~Process() {
  if (dead_) return;
  kill(id_, SIGKILL);
  while (waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool Process::stop() {
  if (dead_) return false;
  kill(id_, SIGSTOP);
  int status = 0;
  while (waitpid(id_, &status, WUNTRACED) < 0) {
    if (errno != EINTR) return false;
  }
  if (WIFSTOPPED(status)) return true;
  dead_ = true;
  status_ = status;
  return false;
}

void Process::resume() {
  if (!dead_) kill(id_, SIGCONT);
}

std::string Process::wait(double seconds) {
  for (const double deadline = seconds_now() + seconds; !dead_ && seconds_now() < deadline;) {
    dead_ = waitpid(id_, &status_, WNOHANG) == id_;
    if (!dead_) usleep(2000);
  }
  return dead_ && status_ == 0 ? "" : post_mortem();
}

std::string Process::post_mortem() {
  if (!dead_) {
    // A process that has just closed its pipe is about to end by itself; one that hangs is not.
    for (int patience = 0; patience < 50 && !dead_; ++patience) {
      dead_ = waitpid(id_, &status_, WNOHANG) == id_;
      if (!dead_) usleep(2000);
    }
    if (!dead_) {
      kill(id_, SIGKILL);
      while (waitpid(id_, &status_, 0) < 0 && errno == EINTR) {
      }
      dead_ = true;
      return "gave no answer and was stopped" + last_words();
    }
  }
  if (WIFSIGNALED(status_)) {
    const int number = WTERMSIG(status_);
    return "killed by signal " + std::to_string(number) + " (" + strsignal(number) + ")" + last_words();
  }
  return "ended with status " + std::to_string(WEXITSTATUS(status_)) + last_words();
}

std::string Process::last_words() const {
  const off_t end = printed_.get() < 0 ? 0 : lseek(printed_.get(), 0, SEEK_END);
  if (end <= 0) return {};
  std::string tail(static_cast<std::size_t>(std::min<off_t>(end, 300)), '\0');
  const ssize_t count =
      pread(printed_.get(), tail.data(), tail.size(), end - static_cast<off_t>(tail.size()));
  tail.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  while (!tail.empty() && (tail.back() == '\n' || tail.back() == ' ')) tail.pop_back();
  if (const auto line = tail.find('\n'); end > 300 && line != std::string::npos) tail.erase(0, line + 1);
  std::replace(tail.begin(), tail.end(), '\n', ' ');
  return tail.empty() ? tail : ", after \"" + tail + "\"";
}

}  // namespace numapack
