// SPDX-License-Identifier: BSD-3-Clause
// Runs a program between the marks of a whole program: see ../plugin/README.md.

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "marks.h"

static pid_t child;

static void pass_on(int number) { kill(child, number); }

static void start(char** arguments) {
  execvp(arguments[0], arguments);
  fprintf(stderr, "numapack-lab-count: cannot start %s: %s\n", arguments[0], strerror(errno));
  _exit(errno == ENOENT ? 127 : 126);
}

int main(int count, char** arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: numapack-lab-count PROGRAM [ARGUMENT...]\n");
    return 2;
  }
  mark(MARK_WHOLE_START);
  child = fork();
  if (child == 0) start(arguments + 1);
  int status = 0;
  if (child > 0) {
    signal(SIGINT, pass_on);
    signal(SIGTERM, pass_on);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  }
  mark(MARK_WHOLE_STOP);
  if (child < 0) {
    fprintf(stderr, "numapack-lab-count: cannot fork: %s\n", strerror(errno));
    return 126;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
