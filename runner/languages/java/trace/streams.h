/*
 * The streams of the traced program. What it prints goes to files in memory; its input is handed over by lines, so that
 * no reader is ahead of its program. Needs this library to be preloaded.
 */
#include <fcntl.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MAX_BYTES (4u << 20)
/* Room for the last line. */
#define END_BYTES 1024

static struct {
  bool is_ready;
  int trace, printed[2];
  size_t written;
  char *input;
  size_t input_length, input_read, input_told;
  bool asked_for_more;
} streams;

/* Whether the input is asked for by a reader that takes all that is there. */
static bool is_reading_ahead(void);

ssize_t read(int file, void *bytes, size_t most) {
  if (file != 0 || !streams.is_ready) return syscall(SYS_read, file, bytes, most);
  size_t left = streams.input_length - streams.input_read;
  if (left == 0 && most > 0) streams.asked_for_more = true;
  const char *from = streams.input + streams.input_read;
  const char *end = memchr(from, '\n', left);
  size_t line = end == NULL ? left : (size_t)(end - from) + 1;
  size_t length = line < most ? line : most;
  memcpy(bytes, from, length);
  streams.input_read += length;
  return (ssize_t)length;
}

int ioctl(int file, unsigned long request, ...) {
  va_list parts;
  va_start(parts, request);
  void *argument = va_arg(parts, void *);
  va_end(parts);
  if (file == 0 && request == FIONREAD && streams.is_ready) {
    size_t left = streams.input_length - streams.input_read;
    *(int *)argument = is_reading_ahead() ? 0 : (int)left;
    return 0;
  }
  return (int)syscall(SYS_ioctl, file, request, argument);
}

static int keep_high(int file) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) _exit(1);
  rlim_t from = limit.rlim_cur > 1024 ? 1000 : limit.rlim_cur - 8;
  int high = fcntl(file, F_DUPFD_CLOEXEC, (int)from);
  if (high < 0) _exit(1);
  return high;
}

static void take_input(void) {
  size_t room = 0;
  while (true) {
    if (streams.input_length == room) {
      room = 2 * room + 65536;
      streams.input = require_memory(realloc(streams.input, room));
    }
    ssize_t got = syscall(SYS_read, 0, streams.input + streams.input_length, room - streams.input_length);
    if (got <= 0) break;
    streams.input_length += (size_t)got;
  }
  /* An empty pipe: other processes find the end of the input. */
  int ends[2];
  if (pipe(ends) < 0 || dup2(ends[0], 0) < 0) _exit(1);
  close(ends[0]);
  close(ends[1]);
}

static void open_streams(void) {
  streams.trace = keep_high(1);
  take_input();
  for (int which = 0; which < 2; which++) {
    int file = memfd_create("printed", 0);
    if (file < 0 || fcntl(file, F_SETFL, O_APPEND) < 0 || dup2(file, which + 1) < 0) _exit(1);
    streams.printed[which] = keep_high(file);
    close(file);
  }
  streams.is_ready = true;
}

static void write_all(const char *bytes, size_t length) {
  streams.written += length;
  while (length > 0) {
    ssize_t done = write(streams.trace, bytes, length);
    if (done <= 0) _exit(1);
    bytes += done;
    length -= (size_t)done;
  }
}

/* What was printed is removed then, so that no limit of files applies. */
static void put_printed(Text *line, int which, const char *member) {
  struct stat about;
  if (fstat(streams.printed[which], &about) < 0 || about.st_size == 0) return;
  size_t size = (size_t)about.st_size;
  char *bytes = require_memory(malloc(size));
  ssize_t got = pread(streams.printed[which], bytes, size, 0);
  if (ftruncate(streams.printed[which], 0) < 0) _exit(1);
  put_format(line, ",\"%s\":\"", member);
  if (got > 0) put_escaped(line, bytes, (size_t)got);
  put(line, "\"", 1);
  free(bytes);
}

static void put_streams(Text *line) {
  put_printed(line, 0, "o");
  put_printed(line, 1, "E");
  if (streams.input_read != streams.input_told) {
    put_format(line, ",\"i\":%zu", streams.input_read);
    streams.input_told = streams.input_read;
  }
  if (streams.asked_for_more) put_words(line, ",\"q\":true");
  streams.asked_for_more = false;
}

/* Writes the last line and leaves at once. */
static void end_trace(const char *line) {
  write_all(line, strlen(line));
  _exit(0);
}

static double cpu_seconds(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}
