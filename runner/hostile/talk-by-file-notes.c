/* Two at once: one sets times, leases, hints and attributes on files that both can read, the other looks for them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
static const char *const files[] = {
  "/usr/bin/true", "/usr/bin", "/etc/ld.so.cache", "/etc/localtime", "/dev", "/dev/null", "/dev/zero", "/dev/random"};
static int left = 0;
static void leave(const char *file) {
  char byte;
  uint64_t hint = 4;
  int fd = open(file, O_RDONLY);
  if (read(fd, &byte, 1) > 1) left = -1;
  left += utimensat(AT_FDCWD, file, NULL, 0) == 0;
  left += fcntl(fd, F_SETLEASE, F_RDLCK) == 0 || fcntl(fd, F_GETLEASE) >= 0;
  left += fcntl(fd, F_SET_RW_HINT, &hint) == 0 || fcntl(fd, F_GET_RW_HINT, &hint) == 0;
  left += setxattr(file, "user.note", "x", 1, 0) == 0 || chmod(file, 0755) == 0;
  left += link(file, "/box/another") == 0 || link(file, "/tmp/another") == 0;
  close(fd);
}
int main(void) {
  struct stat before[8], now;
  int speaks = getchar() == 's', changed = 0;
  for (int index = 0; index < 8; index++) stat(files[index], &before[index]);
  for (int moment = 0; moment < 30; moment++) {
    for (int index = 0; index < 8; index++) {
      if (speaks) leave(files[index]);
      if (stat(files[index], &now) == 0) changed |= memcmp(&now, &before[index], sizeof now) != 0;
    }
    usleep(50000);
  }
  printf("left %d changed %d\n", left, changed);
}
