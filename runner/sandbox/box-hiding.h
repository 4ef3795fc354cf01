/*
 * How a cell hides the machine and the programs in other boxes.
 *
 * Mounts. The kernel shows a process the mounts of its namespace below its root. A cell therefore keeps the
 * root of its own namespace and switches back to the namespace of its init, which has no mounts below that
 * root: the list is empty for the cell and for everything that it starts. Only a descriptor of the cell keeps
 * its own namespace alive.
 *
 * Memory, load and free space. sysinfo cannot be refused: the C library asks it for the size of the memory and
 * ignores errors. Calls of sysinfo and statfs are passed to the cell (seccomp user notification), which answers
 * with constant figures, for every file system alike.
 *
 * Locks. All boxes read the same system files and would see each other's locks on them. Locks on whole files,
 * and queries of locks, are passed to the cell, which allows them on files of its own folders. Nobody can
 * replace the file between check and call: the program must have one thread, and the filter lets no two
 * processes share their descriptors.
 */
#include <stddef.h>
#include <sys/file.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/vfs.h>

/* An ordinary machine, for compilers and virtual machines. The control group enforces the actual limits. */
#define SHOWN_MEMORY (8ul << 30)
/* A disk of 48 MB of which half is free. */
#define SHOWN_BLOCKS 12288
#define SHOWN_BLOCK_BYTES 4096
#define SHOWN_FILES 4096
#define SHOWN_FILE_SYSTEM 0x01021994 /* TMPFS_MAGIC */
/* The link count of /proc/…/task: 2 + one per thread. */
#define LINKS_OF_ONE_THREAD 3

#define NOTIFY_CELL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF)
#define LET_THROUGH BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define LOAD(part) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, part))
#define WHEN(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1)
#define UNLESS(value) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0)

/* The mount namespace of the init. */
static int mounts_of_init = -1;
/* Yama's levels 2 and 3 forbid the cell to write the answer; then the kernel answers sysinfo and statfs. */
static int can_answer = 0;
/* The descriptor on which the cell receives calls. */
static int calls_fd = -1;

static int can_write_to_programs(void) {
  char level = '0';
  int fd = open("/proc/sys/kernel/yama/ptrace_scope", O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 1;
  int is_known = read(fd, &level, 1) == 1;
  close(fd);
  return is_known && level < '2';
}

/* Called by the init while it still sees all of /proc. */
static int prepare_hiding(void) {
  can_answer = can_write_to_programs();
  int own = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
  if (own < 0) return -1;
  /* Avoids the descriptor numbers of the terminal. */
  mounts_of_init = fcntl(own, F_DUPFD_CLOEXEC, SLAVE + 1);
  return close(own) < 0 || mounts_of_init < 0 ? -1 : 0;
}

static int hide_mounts(void) {
  /* Stays open: from here on only this descriptor keeps the cell's folders. */
  int own = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
  int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (own < 0 || root < 0 || setns(mounts_of_init, CLONE_NEWNS) < 0 || fchdir(root) < 0 || chroot(".") < 0) return -1;
  return close(root) < 0 || close(mounts_of_init) < 0 ? -1 : 0;
}

/* For everything that the cell starts. The filter of every program ends calls of another architecture. */
static int receive_calls(void) {
  struct sock_filter steps[] = {
    LOAD(nr),
    WHEN(can_answer ? SYS_sysinfo : SYS_flock), NOTIFY_CELL,
    WHEN(can_answer ? SYS_statfs : SYS_flock), NOTIFY_CELL,
    WHEN(can_answer ? SYS_fstatfs : SYS_flock), NOTIFY_CELL,
    WHEN(SYS_flock), NOTIFY_CELL,
    UNLESS(SYS_fcntl), LET_THROUGH,
    LOAD(args[1]),
    WHEN(F_GETLK), NOTIFY_CELL,
    WHEN(F_OFD_GETLK), NOTIFY_CELL,
    LET_THROUGH,
  };
  struct sock_fprog hearing = {sizeof steps / sizeof *steps, steps};
  calls_fd = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &hearing);
  return calls_fd < 0 ? -1 : 0;
}

static int write_answer(pid_t program, uint64_t place, void *shown, size_t length) {
  struct iovec ours = {shown, length}, theirs = {(void *)place, length};
  return process_vm_writev(program, &ours, 1, &theirs, 1, 0) == (ssize_t)length ? 0 : -EFAULT;
}

static int write_sysinfo(pid_t program, uint64_t place) {
  struct sysinfo shown = {.totalram = SHOWN_MEMORY, .freeram = SHOWN_MEMORY / 2, .procs = 1, .mem_unit = 1};
  return write_answer(program, place, &shown, sizeof shown);
}

static int write_statfs(pid_t program, uint64_t place) {
  struct statfs shown = {
    .f_type = SHOWN_FILE_SYSTEM, .f_bsize = SHOWN_BLOCK_BYTES, .f_frsize = SHOWN_BLOCK_BYTES,
    .f_blocks = SHOWN_BLOCKS, .f_bfree = SHOWN_BLOCKS / 2, .f_bavail = SHOWN_BLOCKS / 2,
    .f_files = SHOWN_FILES, .f_ffree = SHOWN_FILES / 2, .f_namelen = 255,
  };
  return write_answer(program, place, &shown, sizeof shown);
}

static int may_lock(pid_t program, int fd) {
  static const char *const folders[] = {"/box", "/tmp", "/dev/shm"};
  char path[64];
  struct stat file, folder, threads;
  snprintf(path, sizeof path, "/proc/%d/task", program);
  if (stat(path, &threads) < 0 || threads.st_nlink != LINKS_OF_ONE_THREAD) return 0;
  snprintf(path, sizeof path, "/proc/%d/fd/%d", program, fd);
  if (stat(path, &file) < 0) return 0;
  for (size_t index = 0; index < sizeof folders / sizeof *folders; index++)
    if (stat(folders[index], &folder) == 0 && folder.st_dev == file.st_dev) return 1;
  return 0;
}

/* The caller may have died in the meantime; then the answer is dropped. */
static void answer_call(void) {
  struct seccomp_notif call;
  struct seccomp_notif_resp answer;
  memset(&call, 0, sizeof call);
  memset(&answer, 0, sizeof answer);
  if (ioctl(calls_fd, SECCOMP_IOCTL_NOTIF_RECV, &call) < 0) return;
  pid_t program = (pid_t)call.pid;
  answer.id = call.id;
  if (call.data.nr == SYS_sysinfo) answer.error = write_sysinfo(program, call.data.args[0]);
  else if (call.data.nr == SYS_statfs || call.data.nr == SYS_fstatfs)
    answer.error = write_statfs(program, call.data.args[1]);
  else if (may_lock(program, (int)call.data.args[0])) answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  else answer.error = -EPERM;
  ioctl(calls_fd, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}
