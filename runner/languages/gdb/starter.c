/*
 * Starts the tracer, and then the traced program.
 *
 * FOLDER LANGUAGE FILE PROGRAM ARGUMENTS…
 *   FOLDER has trace.py, and FILE is the name of the main source. Puts the input into a file in memory, makes such files
 *   for the program's two outputs, writes the rows of its line table to another, and becomes gdb, which writes the trace
 *   to descriptor TRACE. gdb then starts this program again in place of a shell: it gives the program its streams, closes
 *   the rest, refuses ptrace, and becomes the program.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report.h"

enum { TRACE = 3, INPUT, OUTPUT, ERRORS, REPORT, WORDS, ROWS, LAST = ROWS };
#define GDB "/usr/bin/gdb"
#define OBJDUMP "/usr/bin/objdump"
#define MAX_INPUT (32u << 20)
#define MAX_WORDS (1u << 20)
/* Of the program alone. Then gdb gets a signal, and ends the trace. */
#define CPU_SECONDS 4

extern char **environ;

static void die(const char *why) {
  dprintf(2, "%s: %s\n", why, strerror(errno));
  _exit(90);
}

static void move(int from, int to) {
  if (from == to) return;
  if (dup2(from, to) < 0) die("dup2");
  close(from);
}

static void make_file(int fd, const char *name) {
  int file = (int)syscall(SYS_memfd_create, name, 0);
  if (file < 0) die("memfd_create");
  move(file, fd);
}

static void write_all(int fd, const char *at, size_t count) {
  while (count > 0) {
    ssize_t written = write(fd, at, count);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EFBIG) die("The input is too long to step through");
    if (written <= 0) die("write");
    at += written;
    count -= (size_t)written;
  }
}

/* The position in the file is what the program has read. */
static void take_input(void) {
  static char bytes[65536];
  size_t total = 0;
  ssize_t got;
  while ((got = read(0, bytes, sizeof bytes)) > 0 && (total += (size_t)got) <= MAX_INPUT)
    write_all(INPUT, bytes, (size_t)got);
  if (lseek(INPUT, 0, SEEK_SET) < 0) die("lseek");
}

/* The kinds of files that are used here leave the descriptors of the trace alone. */
static void make_files(void) {
  int trace = fcntl(1, F_DUPFD, LAST + 1);
  if (trace < 0) die("dup");
  move(trace, TRACE);
  make_file(INPUT, "stdin");
  make_file(OUTPUT, "stdout");
  make_file(ERRORS, "stderr");
  make_file(REPORT, "report");
  make_file(WORDS, "words");
  make_file(ROWS, "rows");
  if (ftruncate(REPORT, sizeof(struct report)) < 0) die("ftruncate");
}

static void write_rows(char *program) {
  char *words[] = {OBJDUMP, "--dwarf=decodedline", "-w", program, NULL};
  int status;
  pid_t child = fork();
  if (child == 0) {
    int nothing = open("/dev/null", O_RDWR);
    if (dup2(ROWS, 1) < 0 || dup2(nothing, 2) < 0 || syscall(SYS_close_range, 3, ~0U, 0) < 0) _exit(91);
    execve(OBJDUMP, words, environ);
    _exit(91);
  }
  if (child < 0) die("fork");
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) die("waitpid");
}

static void become_gdb(char *self, char *arguments[]) {
  signal(SIGXFSZ, SIG_DFL);
  static char script[4096];
  snprintf(script, sizeof script, "%s/trace.py", arguments[0]);
  char *words[] = {
    GDB, "-q", "-nx", "-nh", "-batch", "-iex", "set auto-load no", "-iex", "maint set worker-threads 0",
    "-x", script, NULL,
  };
  int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0) die("open");
  if (setenv("SHELL", self, 1) < 0 || setenv("TRACE_FOLDER", arguments[0], 1) < 0
      || setenv("TRACE_LANGUAGE", arguments[1], 1) < 0 || setenv("TRACE_FILE", arguments[2], 1) < 0
      || setenv("TRACE_PROGRAM", arguments[3], 1) < 0)
    die("setenv");
  dup2(nothing, 0);
  dup2(nothing, 1);
  if (getenv("TRACE_DEBUG") == NULL) dup2(nothing, 2);
  close(nothing);
  execve(GDB, words, environ);
  die(GDB);
}

/* With the filter that gdb has, this refuses what the filter of every program refuses. */
static void refuse_ptrace(void) {
  struct sock_filter steps[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) < 0)
    die("seccomp");
}

static char **read_words(void) {
  char *text = malloc(MAX_WORDS + 1), **words;
  ssize_t length = text == NULL ? -1 : pread(WORDS, text, MAX_WORDS, 0);
  size_t count = 0;
  if (length <= 0) die("the words of the program");
  text[length] = 0;
  for (ssize_t at = 0; at < length; at++) count += text[at] == 0;
  words = calloc(count + 1, sizeof *words);
  if (words == NULL) die("calloc");
  for (size_t index = 0; index < count; index++, text += strlen(text) + 1) words[index] = text;
  return words;
}

/* The program's environment is the one that it would have, and the library. */
static void restore_environment(void) {
  static char library[4096];
  /* Beside this program. */
  const char *self = getenv("SHELL"), *name = self == NULL ? NULL : strrchr(self, '/');
  if (name == NULL) die("SHELL");
  snprintf(library, sizeof library, "%.*s/library.tracer", (int)(name - self), self);
  static const char *const added[] = {
    "SHELL", "LINES", "COLUMNS", "TRACE_FOLDER", "TRACE_LANGUAGE", "TRACE_FILE", "TRACE_PROGRAM", "TRACE_DEBUG",
  };
  for (size_t index = 0; index < sizeof added / sizeof *added; index++) unsetenv(added[index]);
  setenv("LD_PRELOAD", library, 1);
}

static void become_program(void) {
  char **words = read_words();
  struct rlimit cpu;
  move(INPUT, 0);
  move(OUTPUT, 1);
  move(ERRORS, 2);
  move(REPORT, 3);
  if (syscall(SYS_close_range, 4, ~0U, 0) < 0 || getrlimit(RLIMIT_CPU, &cpu) < 0) die("close_range");
  if (cpu.rlim_cur > CPU_SECONDS) cpu.rlim_cur = CPU_SECONDS;
  if (setrlimit(RLIMIT_CPU, &cpu) < 0) die("setrlimit");
  restore_environment();
  refuse_ptrace();
  execve(words[0], words, environ);
  die(words[0]);
}

int main(int count, char *arguments[]) {
  if (getenv("TRACE_FOLDER") != NULL) become_program();
  if (count < 5) return 90;
  /* A file that would become too large is told of in words. */
  signal(SIGXFSZ, SIG_IGN);
  make_files();
  for (int index = 4; index < count; index++) write_all(WORDS, arguments[index], strlen(arguments[index]) + 1);
  take_input();
  write_rows(arguments[4]);
  become_gdb(arguments[0], arguments + 1);
}
