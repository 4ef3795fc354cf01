/*
 * The only trusted program inside a box: the init, which forks a cell for each job.
 *
 * The init is process 1 of the box. A cell is a child with its own process, mount and IPC namespaces. It mounts
 * new writable folders, drops every capability and executes the runner's frames from descriptor 3: put files,
 * run one program at a time and pass on its output, collect files. When the cell ends, the kernel ends every
 * process in it and frees its folders, so nothing of the job is left. If a cell ends without a request to do
 * so, the init ends too: bytes meant for the cell must never be read as a frame for the init.
 *
 * The program is a child of the cell with every descriptor above 2 closed. The cell is not dumpable, so a
 * program under the same user can neither trace it nor open its descriptors, and as process 1 of its
 * namespace it is immune to the program's signals. The init has no process id inside the cell.
 *
 * A terminal box is started with both ends of a terminal and passes them to its first cell. The slave is the
 * program's controlling terminal and all three of its streams. The program can reach neither the master nor
 * any other terminal.
 *
 * A frame is: type (1 byte), length (4 bytes, little endian), that many bytes.
 * Runner to init: F filter (once for programs, then once for tracers), B begin a cell.
 * Runner to cell: P put, R run, Y run in place (box-python.c), I input, E end of input, W window size, K kill,
 * G collect, Z end of the cell.
 * Cell to runner: r ready, s started, x cannot be executed, 1 stdout, 2 stderr, o output limit, a input taken,
 * d done, f file, e end of files, w error. Init to runner: z the cell has ended.
 *
 * A run ends when all processes of the program have ended or closed its output, so no output of a child is lost.
 * In a terminal it ends with the program, because the kernel then hangs up the terminal.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define CONTROL 3
/* The ends of the terminal, in a terminal box. */
#define MASTER 4
#define SLAVE 5
#define CHUNK 65536
#define INPUT_BUFFER 65536
#define MAX_WORDS 1024
#define MAX_FILTER 4096
/* Too small for any core file. Unlike 0, 1 also keeps the kernel from calling the machine's crash handler. */
#define NO_CORE 1
/* Queued signals and timers. The kernel counts them for each user, who runs all programs of an ordinary user's runner. */
#define PENDING_SIGNALS 1024

/* The fixed head of a run frame. Arguments and environment follow, each terminated by NUL. */
struct run_head {
  uint64_t stdout_limit, stderr_limit, file_size, stack, open_files, cpu_seconds;
  uint32_t merge_stderr, is_tracer, argument_count, environment_count;
  /* The size of the terminal; with 0 rows the program has pipes. */
  uint16_t columns, rows;
} __attribute__((packed));

#include "box-hiding.h"

/* Of programs, and of tracers. */
static struct sock_fprog filters[2];
static int signals;
/* In a preloaded interpreter: continues it as the program. */
static void (*go_on_as_program)(void) = NULL;

static void die(void) { _exit(90); }

static void write_all(int fd, const void *bytes, size_t count) {
  const char *at = bytes;
  while (count > 0) {
    ssize_t written = write(fd, at, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) die();
    at += written;
    count -= (size_t)written;
  }
}

static void read_all(void *bytes, size_t count) {
  char *at = bytes;
  while (count > 0) {
    ssize_t got = read(CONTROL, at, count);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) die();
    at += got;
    count -= (size_t)got;
  }
}

static void send_frame(char type, const void *bytes, uint32_t count) {
  char head[5] = {type};
  memcpy(head + 1, &count, 4);
  write_all(CONTROL, head, sizeof head);
  if (count > 0) write_all(CONTROL, bytes, count);
}

static void refuse(const char *why) { send_frame('w', why, (uint32_t)strlen(why)); }

/* ---- preparing the box ---- */

static void mount_folder(const char *path, const char *options) {
  if (mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, options) < 0) {
    refuse("the box could not mount its folders");
    die();
  }
}

static void forbid_user_namespaces(void) {
  int fd = open("/proc/sys/user/max_user_namespaces", O_WRONLY | O_CLOEXEC);
  if (fd < 0 || write(fd, "0", 1) != 1) {
    refuse("the box could not forbid user namespaces");
    die();
  }
  close(fd);
}

/* Keeps only these capabilities (bits of the first 32), for this process and its descendants. */
static void keep_capabilities(uint32_t kept) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct sets[2] = {{kept, kept, 0}, {0, 0, 0}};
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (syscall(SYS_capset, &head, sets) < 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) {
    refuse("the box could not drop its capabilities");
    die();
  }
}

/* Devices stay writable on a read-only mount, but programs cannot change their timestamps. */
static void freeze_devices(void) {
  static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
  for (size_t index = 0; index < sizeof devices / sizeof *devices; index++)
    if (mount(NULL, devices[index], NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NOEXEC, NULL) < 0) {
      refuse("the box could not freeze its devices");
      die();
    }
}

static void prepare_init(void) {
  forbid_user_namespaces();
  freeze_devices();
  if (prepare_hiding() < 0) die();
  for (int capability = 0; capability <= 63; capability++) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  /* To make cells: namespaces, mounts and roots. */
  keep_capabilities(1u << CAP_SYS_ADMIN | 1u << CAP_SYS_CHROOT);
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0) die();
  umask(022);
  signal(SIGPIPE, SIG_IGN);
  fcntl(CONTROL, F_SETFD, FD_CLOEXEC);
}

static void prepare_cell(const char *options[3]) {
  mount_folder("/box", options[0]);
  mount_folder("/tmp", options[1]);
  mount_folder("/dev/shm", options[2]);
  /* Shows only the cell's processes, and nothing of the machine. */
  if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "subset=pid") < 0) {
    refuse("the cell could not mount its own /proc");
    die();
  }
  if (hide_mounts() < 0) {
    refuse("the cell could not hide its mounts");
    die();
  }
  keep_capabilities(0);
  if (receive_calls() < 0) {
    refuse("the cell could not hide the counters of the machine");
    die();
  }
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 || chdir("/box") < 0) die();
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  if (sigprocmask(SIG_BLOCK, &child, NULL) < 0) die();
  signals = signalfd(-1, &child, SFD_NONBLOCK | SFD_CLOEXEC);
  if (signals < 0) die();
}

/* ---- files ---- */

static void take_filter(uint32_t length) {
  struct sock_fprog *filter = filters[0].len == 0 ? &filters[0] : &filters[1];
  if (filter->len != 0 || length == 0 || length % sizeof(struct sock_filter) != 0 || length > MAX_FILTER * sizeof(struct sock_filter)) die();
  filter->filter = malloc(length);
  if (filter->filter == NULL) die();
  read_all(filter->filter, length);
  filter->len = (unsigned short)(length / sizeof(struct sock_filter));
}

static void skip(uint32_t length) {
  char rest[4096];
  while (length > 0) {
    uint32_t part = length < sizeof rest ? length : (uint32_t)sizeof rest;
    read_all(rest, part);
    length -= part;
  }
}

#include "box-files.h"

/* ---- running a program ---- */

/* Reports to the parent why the program cannot start: an errno, or 0 if the box failed. If it did start, the pipe closes without data. */
static void give_up(int pipe, int why) {
  ssize_t told = write(pipe, &why, sizeof why);
  _exit(told == sizeof why ? 91 : 92);
}

static int limit_resource(int resource, uint64_t amount) {
  struct rlimit limit = {amount, amount};
  return setrlimit(resource, &limit);
}

/* Makes the kernel kill the program, not process 1, when the box runs out of memory. */
static int be_first_to_die(void) {
  int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score < 0) return -1;
  ssize_t written = write(score, "1000", 4);
  close(score);
  return written == 4 ? 0 : -1;
}

/* Without arguments this process continues as the program instead of calling exec. */
static void become_program(const struct run_head *head, char **arguments, char **environment, int pipes[4]) {
  sigset_t none;
  int errors = head->merge_stderr ? pipes[1] : pipes[2];
  setsid();
  if (head->rows > 0 && ioctl(pipes[0], TIOCSCTTY, 0) < 0) give_up(pipes[3], 0);
  sigemptyset(&none);
  if (arguments != NULL) signal(SIGPIPE, SIG_DFL);
  int failed = prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) < 0 || dup2(pipes[0], 0) < 0 || dup2(pipes[1], 1) < 0
    || dup2(errors, 2) < 0 || syscall(SYS_close_range, 3, ~0U, 4 /* CLOSE_RANGE_CLOEXEC */) < 0
    || be_first_to_die() < 0 || limit_resource(RLIMIT_CORE, NO_CORE) < 0
    || limit_resource(RLIMIT_FSIZE, head->file_size) < 0 || limit_resource(RLIMIT_STACK, head->stack) < 0
    || limit_resource(RLIMIT_NOFILE, head->open_files) < 0 || limit_resource(RLIMIT_CPU, head->cpu_seconds) < 0
    || limit_resource(RLIMIT_MEMLOCK, 65536) < 0 || limit_resource(RLIMIT_MSGQUEUE, 65536) < 0
    || limit_resource(RLIMIT_SIGPENDING, PENDING_SIGNALS) < 0
    || sigprocmask(SIG_SETMASK, &none, NULL) < 0
    || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filters[head->is_tracer]) < 0;
  if (failed) give_up(pipes[3], 0);
  if (arguments == NULL && syscall(SYS_close_range, 3, ~0U, 0) == 0) go_on_as_program();
  if (arguments != NULL) execve(arguments[0], arguments, environment);
  give_up(pipes[3], arguments == NULL ? 0 : errno);
}

struct stream {
  int fd;
  char type;
  uint64_t left;
};

/* Sends one chunk to the runner. Returns 1 if the stream exceeded its limit. */
static int forward(struct stream *stream) {
  char bytes[CHUNK];
  ssize_t got = read(stream->fd, bytes, sizeof bytes);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (got <= 0) {
    close(stream->fd);
    stream->fd = -1;
    return 0;
  }
  uint32_t kept = (uint64_t)got > stream->left ? (uint32_t)stream->left : (uint32_t)got;
  if (kept > 0) send_frame(stream->type, bytes, kept);
  stream->left -= kept;
  return kept < (uint32_t)got;
}

struct input {
  int fd, ended;
  size_t start, end;
  char bytes[INPUT_BUFFER];
};

static void close_input(struct input *input) {
  if (input->fd >= 0) close(input->fd);
  input->fd = -1;
}

static void acknowledge(uint32_t count) { send_frame('a', &count, 4); }

static void feed(struct input *input) {
  ssize_t written = write(input->fd, input->bytes + input->start, input->end - input->start);
  if (written < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (written < 0) {
    close_input(input);
    return;
  }
  input->start += (size_t)written;
  acknowledge((uint32_t)written);
  if (input->start == input->end) {
    input->start = input->end = 0;
    if (input->ended) close_input(input);
  }
}

static void set_window(uint16_t columns, uint16_t rows) {
  struct winsize size = {rows, columns, 0, 0};
  ioctl(MASTER, TIOCSWINSZ, &size);
}

/* Window size: columns (2), rows (2). */
static void take_window(uint32_t length) {
  uint16_t size[2];
  if (length != sizeof size) die();
  read_all(size, sizeof size);
  set_window(size[0], size[1]);
}

/* Handles one frame of the runner while a program runs. Returns 1 if it requests a kill. */
static int obey(struct input *input) {
  char head[5];
  uint32_t length;
  read_all(head, sizeof head);
  memcpy(&length, head + 1, 4);
  if (head[0] == 'K') return 1;
  if (head[0] == 'E') {
    input->ended = 1;
    if (input->start == input->end) close_input(input);
    return 0;
  }
  if (head[0] == 'W') {
    take_window(length);
    return 0;
  }
  if (head[0] != 'I' || length > INPUT_BUFFER) die();
  if (input->fd < 0) {
    skip(length);
    return 0;
  }
  if (input->start > 0) {
    memmove(input->bytes, input->bytes + input->start, input->end - input->start);
    input->end -= input->start;
    input->start = 0;
  }
  if (input->end + length > INPUT_BUFFER) die();
  read_all(input->bytes + input->end, length);
  input->end += length;
  feed(input);
  return 0;
}

/* The processes of a program. */
struct family {
  pid_t program;
  /* Of the program itself, once it is gone. */
  int status, gone;
  /* None is left. */
  int all_gone;
};

/* Reaps dead processes. */
static void reap(struct family *family) {
  struct signalfd_siginfo drained;
  int one;
  pid_t pid;
  while (read(signals, &drained, sizeof drained) > 0) continue;
  while ((pid = waitpid(-1, &one, WNOHANG | __WALL)) > 0) {
    if (pid != family->program) continue;
    family->status = one;
    family->gone = 1;
  }
  family->all_gone = pid < 0 && errno == ECHILD;
}

/* Kills every other process of the cell and waits until none is left. */
static void end_all(struct family *family) {
  int one;
  for (;;) {
    kill(-1, SIGKILL);
    pid_t pid = waitpid(-1, &one, __WALL);
    if (pid < 0 && errno == ECHILD) return;
    if (pid == family->program) family->status = one;
  }
}

static int has_ended(const struct family *family, const struct stream streams[2], int in_terminal) {
  if (!family->gone || in_terminal) return family->gone;
  return family->all_gone || (streams[0].fd < 0 && streams[1].fd < 0);
}

/* Returns 1 if only processes that the program had started were left to be ended from outside. */
static int watch(struct family *family, struct stream streams[2], struct input *input) {
  int over = 0, in_terminal = streams[1].fd < 0;
  while (!over && !has_ended(family, streams, in_terminal)) {
    struct pollfd waits[6] = {
      {CONTROL, POLLIN, 0}, {signals, POLLIN, 0}, {streams[0].fd, POLLIN, 0}, {streams[1].fd, POLLIN, 0},
      {input->start < input->end ? input->fd : -1, POLLOUT, 0}, {calls_fd, POLLIN, 0},
    };
    if (poll(waits, 6, -1) < 0) {
      if (errno == EINTR) continue;
      die();
    }
    for (int index = 0; index < 2; index++)
      if (waits[2 + index].revents != 0 && forward(&streams[index])) {
        send_frame('o', &streams[index].type, 1);
        over = 1;
      }
    if (waits[4].revents != 0 && input->fd >= 0) feed(input);
    if (waits[5].revents & POLLIN) answer_call();
    if (waits[0].revents != 0 && obey(input)) over = 1;
    if (waits[1].revents != 0) reap(family);
  }
  int left = family->gone && over;
  end_all(family);
  return left;
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void run_started(pid_t program, const struct run_head *head, const int ours[3]) {
  static struct input input;
  struct stream streams[2] = {{ours[1], '1', head->stdout_limit}, {ours[2], '2', head->stderr_limit}};
  struct family family = {.program = program};
  struct { int32_t status; uint64_t wall; uint8_t left; } __attribute__((packed)) done;
  uint64_t started = now();
  memset(&input, 0, sizeof input);
  input.fd = ours[0];
  done.left = (uint8_t)watch(&family, streams, &input);
  done.status = family.status;
  done.wall = now() - started;
  /* Every writer is dead, so each pipe holds the remaining output and then its end. */
  for (int index = 0; index < 2; index++)
    while (streams[index].fd >= 0)
      if (forward(&streams[index])) {
        send_frame('o', &streams[index].type, 1);
        break;
      }
  for (int index = 0; index < 2; index++)
    if (streams[index].fd >= 0) close(streams[index].fd);
  close_input(&input);
  send_frame('d', &done, sizeof done);
}

static void open_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) < 0) die();
}

static void open_pipes(int in[2], int out[2], int error[2]) {
  open_pipe(in);
  open_pipe(out);
  open_pipe(error);
}

static int duplicate(int fd) {
  int copy = fcntl(fd, F_DUPFD_CLOEXEC, CONTROL);
  if (copy < 0) die();
  return copy;
}

/* Line editing, echo and Ctrl+C work as on any terminal. Ctrl+S is off, because it would confuse students. */
static void open_terminal(const struct run_head *head, int in[2], int out[2], int error[2]) {
  struct termios modes;
  if (tcgetattr(SLAVE, &modes) < 0) die();
  modes.c_iflag = (modes.c_iflag | IUTF8) & ~(tcflag_t)IXON;
  if (tcsetattr(SLAVE, TCSANOW, &modes) < 0) die();
  set_window(head->columns, head->rows);
  in[0] = duplicate(SLAVE);
  out[1] = duplicate(SLAVE);
  error[1] = duplicate(SLAVE);
  in[1] = duplicate(MASTER);
  out[0] = duplicate(MASTER);
  error[0] = -1;
  close(SLAVE);
}

static void start(const struct run_head *head, char **arguments, char **environment) {
  int in[2], out[2], error[2], failure[2], why;
  if (head->rows > 0) open_terminal(head, in, out, error);
  else open_pipes(in, out, error);
  open_pipe(failure);
  fcntl(in[1], F_SETFL, O_NONBLOCK);
  int theirs[4] = {in[0], out[1], error[1], failure[1]};
  pid_t program = fork();
  if (program == 0) become_program(head, arguments, environment, theirs);
  for (int index = 0; index < 4; index++) close(theirs[index]);
  if (program < 0) refuse("the box could not start a process");
  /* The pipe closes without data if the program was started. */
  ssize_t told = program < 0 ? 4 : read(failure[0], &why, sizeof why);
  close(failure[0]);
  if (told == 0) {
    int ours[3] = {in[1], out[0], error[0]};
    fcntl(out[0], F_SETFL, O_NONBLOCK);
    fcntl(error[0], F_SETFL, O_NONBLOCK);
    send_frame('s', NULL, 0);
    run_started(program, head, ours);
    return;
  }
  close(in[1]);
  close(out[0]);
  close(error[0]);
  if (program > 0) {
    int status;
    waitpid(program, &status, 0);
    if (why == 0) refuse("the box could not prepare the program");
    else send_frame('x', &why, 4);
  }
}

static void run(uint32_t length) {
  struct run_head head;
  char *words[MAX_WORDS], *text, *at;
  if (length < sizeof head || length > (1 << 20)) die();
  read_all(&head, sizeof head);
  if (head.is_tracer > 1) die();
  length -= sizeof head;
  text = malloc(length + 1);
  if (text == NULL) die();
  read_all(text, length);
  text[length] = 0;
  uint32_t count = head.argument_count + head.environment_count;
  if (head.argument_count == 0 || count + 2 > MAX_WORDS) die();
  at = text;
  for (uint32_t index = 0, place = 0; index < count; index++) {
    if (at >= text + length) die();
    if (index == head.argument_count) words[place++] = NULL;
    words[place++] = at;
    at += strlen(at) + 1;
  }
  if (head.environment_count == 0) words[head.argument_count] = NULL;
  words[count + 1] = NULL;
  start(&head, words, words + head.argument_count + 1);
  free(text);
}

/* Run in place: only the head. */
static void run_in_place(uint32_t length) {
  struct run_head head;
  if (length != sizeof head || go_on_as_program == NULL) die();
  read_all(&head, sizeof head);
  if (head.is_tracer != 0) die();
  start(&head, NULL, NULL);
}

/* ---- the two loops ---- */

static char read_head(uint32_t *length) {
  char head[5];
  read_all(head, sizeof head);
  memcpy(length, head + 1, 4);
  return head[0];
}

static void obey_in_cell(void) {
  for (;;) {
    uint32_t length;
    switch (read_head(&length)) {
      case 'P': put_file(length); break;
      case 'R': run(length); break;
      case 'Y': run_in_place(length); break;
      case 'G': collect(length); break;
      case 'Z': _exit(0);
      /* Frames for a program that has just ended. */
      case 'I': case 'E': case 'W': case 'K': skip(length); break;
      default: die();
    }
  }
}

/* Begin: the mount options of /box, /tmp and /dev/shm, each terminated by NUL. */
static void keep_cell(uint32_t length) {
  char text[512];
  const char *options[3], *at = text;
  if (length == 0 || length >= sizeof text || filters[1].len == 0) die();
  read_all(text, length);
  text[length] = 0;
  for (int index = 0; index < 3; index++) {
    if (at >= text + length) die();
    options[index] = at;
    at += strlen(at) + 1;
  }
  long cell = syscall(SYS_clone, CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | SIGCHLD, NULL, NULL, NULL, 0);
  if (cell < 0) {
    refuse("the box could not make a cell");
    die();
  }
  if (cell == 0) {
    prepare_cell(options);
    send_frame('r', NULL, 0);
    obey_in_cell();
  }
  /* The terminal closes when nobody has its slave open, so only the cell may keep it. */
  close(MASTER);
  close(SLAVE);
  int status;
  while (waitpid((pid_t)cell, &status, 0) < 0)
    if (errno != EINTR) die();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) die();
  send_frame('z', NULL, 0);
}

static void keep_box(void) {
  prepare_init();
  for (;;) {
    uint32_t length;
    switch (read_head(&length)) {
      case 'F': take_filter(length); break;
      case 'B': keep_cell(length); break;
      default: die();
    }
  }
}

#ifndef IN_INTERPRETER
int main(void) { keep_box(); }
#endif
