/*
 * Small tasks that must happen outside a box.
 *
 * box-launch join UID FOLDER NICE DEVICES TERMINAL COUNT PROCS... COMMAND...
 *   Enters the control groups of these cgroup.procs files and executes the command, so the command never runs
 *   without limits. It becomes that user and mounts FOLDER at /mnt, because the user may lack access to its path;
 *   with UID 0 it stays who it is. An ordinary user becomes one of its subordinate users, in a user namespace.
 *   NICE is the nice value. With DEVICES 1 it makes devices for the box and mounts them over the
 *   machine's. With TERMINAL 1 the command gets both ends of a new terminal, which the user owns: the master as
 *   descriptor 4, the slave as 5.
 *
 * box-launch try-devices
 *   Exits with 0 if it can make devices.
 *
 * box-launch try-user UID
 *   Exits with 0 if it can become this subordinate user.
 *
 * box-launch sweep FOLDER...
 *   Waits until descriptor 0 closes, that is, until the runner has ended in any way. Then kills all processes
 *   in these control groups and removes the groups.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The descriptors of a box for the ends of its terminal. */
#define MASTER 4
#define SLAVE 5
/* The major number of /dev/null and similar devices. */
#define MEMORY_DEVICES 1
/* A subordinate user in its namespace. */
#define INSIDE 1
#define INSIDE_TEXT "1"

static int fail(const char *what, const char *name) {
  fprintf(stderr, "box-launch: %s %s: %s\n", what, name, strerror(errno));
  return 93;
}

static int leave_mounts(void) {
  return unshare(CLONE_NEWNS) < 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ? -1 : 0;
}

/* All boxes could lock the machine's devices and see each other's locks. */
static int make_devices(void) {
  static const struct { const char *made, *place; unsigned minor; } devices[] = {
    {"/mnt/null", "/dev/null", 3}, {"/mnt/zero", "/dev/zero", 5}, {"/mnt/full", "/dev/full", 7},
    {"/mnt/random", "/dev/random", 8}, {"/mnt/urandom", "/dev/urandom", 9},
  };
  umask(0);
  if (mount("tmpfs", "/mnt", "tmpfs", MS_NOSUID | MS_NOEXEC, "size=4k,nr_inodes=8,mode=0755") < 0) return -1;
  for (unsigned index = 0; index < sizeof devices / sizeof *devices; index++)
    if (mknod(devices[index].made, S_IFCHR | 0666, makedev(MEMORY_DEVICES, devices[index].minor)) < 0
        || mount(devices[index].made, devices[index].place, NULL, MS_BIND, NULL) < 0)
      return -1;
  umask(022);
  /* Some machines allow making a device but not opening it. */
  int fd = open("/dev/null", O_RDWR | O_CLOEXEC);
  return fd < 0 ? -1 : close(fd);
}

static int become(uid_t user, const char *folder, int with_devices) {
  if (leave_mounts() < 0 || (with_devices && make_devices() < 0) || mount(folder, "/mnt", NULL, MS_BIND, NULL) < 0)
    return -1;
  return setgroups(0, NULL) < 0 || setresgid(user, user, user) < 0 || setresuid(user, user, user) < 0 ? -1 : 0;
}

/* Maps root of the namespace of `process` to us, and user 1 to `subordinate`. */
static int map(const char *program, pid_t process, unsigned own, unsigned subordinate) {
  char words[3][16];
  snprintf(words[0], sizeof words[0], "%d", process);
  snprintf(words[1], sizeof words[1], "%u", own);
  snprintf(words[2], sizeof words[2], "%u", subordinate);
  char *command[] = {(char *)program, words[0], "0", words[1], "1", INSIDE_TEXT, words[2], "1", NULL};
  int status;
  pid_t child = fork();
  if (child == 0) {
    execv(program, command);
    _exit(93);
  }
  return child < 0 || waitpid(child, &status, 0) != child || status != 0 ? -1 : 0;
}

/* The programs that map users must run outside the namespace, so a child starts them when it exists. */
static int enter_user_namespace(uid_t user) {
  int exists[2], status;
  pid_t process = getpid();
  if (pipe2(exists, O_CLOEXEC) < 0) return -1;
  unsigned own_user = getuid(), own_group = getgid();
  pid_t mapper = fork();
  if (mapper == 0) {
    char word;
    close(exists[1]);
    _exit(read(exists[0], &word, 1) != 1 || map("/usr/bin/newuidmap", process, own_user, user) < 0
      || map("/usr/bin/newgidmap", process, own_group, user) < 0);
  }
  int failed = mapper < 0 || unshare(CLONE_NEWUSER) < 0 || write(exists[1], "e", 1) != 1;
  close(exists[0]);
  close(exists[1]);
  return (mapper > 0 && waitpid(mapper, &status, 0) == mapper && !failed && status == 0) ? 0 : -1;
}

/* Each user has its own counts of pipes, timers and other things that the kernel counts for users. */
static int become_subordinate(uid_t user, const char *folder) {
  return enter_user_namespace(user) < 0 ? -1 : become(INSIDE, folder, 0);
}

/* Opened here, because a box has no /dev/pts in which to look up the slave. */
static int open_terminal(void) {
  int unlocked = 0;
  int master = open("/dev/ptmx", O_RDWR | O_NOCTTY);
  if (master < 0 || ioctl(master, TIOCSPTLCK, &unlocked) < 0) return -1;
  int slave = ioctl(master, TIOCGPTPEER, O_RDWR | O_NOCTTY);
  if (slave < 0) return -1;
  /* Moves both first, because either may have the number of the other. */
  int far_master = fcntl(master, F_DUPFD_CLOEXEC, SLAVE + 1), far_slave = fcntl(slave, F_DUPFD_CLOEXEC, SLAVE + 1);
  if (far_master < 0 || far_slave < 0) return -1;
  close(master);
  close(slave);
  return dup2(far_master, MASTER) < 0 || dup2(far_slave, SLAVE) < 0 ? -1 : 0;
}

static int join(int count, char **words) {
  if (count < 7) return 93;
  uid_t user = (uid_t)strtoul(words[0], NULL, 10);
  int groups = atoi(words[5]);
  if (groups < 1 || count < 7 + groups) return 93;
  if (setpriority(PRIO_PROCESS, 0, atoi(words[2])) < 0) return fail("cannot be", "nice");
  for (int index = 0; index < groups; index++) {
    const char *file = words[6 + index];
    int fd = open(file, O_WRONLY | O_CLOEXEC);
    if (fd < 0 || write(fd, "0", 1) != 1) return fail("cannot enter", file);
    close(fd);
  }
  int is_root = geteuid() == 0;
  if (is_root && become(user, words[1], strcmp(words[3], "1") == 0) < 0) return fail("cannot become user", words[0]);
  if (!is_root && user != 0 && become_subordinate(user, words[1]) < 0) return fail("cannot become user", words[0]);
  if (strcmp(words[4], "1") == 0 && open_terminal() < 0) return fail("cannot open", "a terminal");
  char **command = words + 6 + groups;
  execv(command[0], command);
  return fail("cannot start", command[0]);
}

static void pause_a_moment(void) {
  struct timespec moment = {0, 20000000};
  nanosleep(&moment, NULL);
}

static void kill_members(const char *folder) {
  char path[4096];
  snprintf(path, sizeof path, "%s/cgroup.procs", folder);
  FILE *members = fopen(path, "re");
  if (members == NULL) return;
  for (int pid; fscanf(members, "%d", &pid) == 1;)
    if (pid > 1 && pid != getpid()) kill(pid, SIGKILL);
  fclose(members);
}

static int remove_group(const char *folder, int depth) {
  char path[4096];
  DIR *entries = opendir(folder);
  if (entries == NULL) return 0;
  for (struct dirent *entry; depth < 3 && (entry = readdir(entries)) != NULL;) {
    if (entry->d_type != DT_DIR || entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    remove_group(path, depth + 1);
  }
  closedir(entries);
  kill_members(folder);
  return rmdir(folder) < 0 && errno != ENOENT;
}

static int sweep(int count, char **folders) {
  char nothing[64];
  prctl(PR_SET_NAME, "box-sweep", 0, 0, 0);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  while (read(0, nothing, sizeof nothing) > 0 || errno == EINTR) continue;
  for (int round = 0, left = 1; left > 0 && round < 500; round++) {
    left = 0;
    for (int index = 0; index < count; index++) left += remove_group(folders[index], 0);
    if (left > 0) pause_a_moment();
  }
  return 0;
}

int main(int count, char **words) {
  if (count == 2 && strcmp(words[1], "try-devices") == 0) return leave_mounts() < 0 || make_devices() < 0;
  if (count == 3 && strcmp(words[1], "try-user") == 0)
    return become_subordinate((uid_t)strtoul(words[2], NULL, 10), "/usr/bin") < 0;
  if (count > 2 && strcmp(words[1], "join") == 0) return join(count - 2, words + 2);
  if (count > 2 && strcmp(words[1], "sweep") == 0) return sweep(count - 2, words + 2);
  return 93;
}
