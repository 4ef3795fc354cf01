/* Machine-wide counters of the kernel reveal other programs; none may be visible. */
#define _GNU_SOURCE
#include <dirent.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>
static const char *const files[] = {
  "/proc/loadavg", "/proc/stat", "/proc/meminfo", "/proc/vmstat", "/proc/locks", "/proc/uptime", "/proc/diskstats",
  "/proc/interrupts", "/proc/key-users", "/proc/keys", "/proc/pressure/cpu", "/proc/sys/fs/file-nr",
  "/proc/sys/fs/inode-nr", "/proc/sys/fs/aio-nr", "/proc/sys/kernel/pty/nr", "/proc/sys/kernel/random/boot_id",
  "/proc/zoneinfo", "/proc/softirqs", "/sys/kernel", "/proc/sysvipc/shm"};
int main(void) {
  struct sysinfo before, now;
  int changed = 0, failed = sysinfo(&before), told = 0;
  for (int moment = 0; moment < 40; moment++) {
    if (fork() == 0) {
      char *memory = malloc(4 << 20);
      memset(memory, 1, 4 << 20);
      usleep(200000);
      _exit(0);
    }
    failed |= sysinfo(&now);
    changed |= memcmp(&now, &before, sizeof now) != 0;
    usleep(10000);
  }
  while (wait(NULL) > 0) continue;
  for (unsigned index = 0; index < sizeof files / sizeof *files; index++) told += access(files[index], F_OK) == 0;
  printf("failed %d changed %d told %d memory %ld\n", failed, changed, told, sysconf(_SC_PHYS_PAGES) >> 18);
}
