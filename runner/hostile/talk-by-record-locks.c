/* Two at once: one locks ranges of shared files and devices, the other queries these locks and tries to take them. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
static int lock(int fd, int command, short kind) {
  struct flock range = {.l_type = kind, .l_whence = SEEK_SET, .l_start = 4711, .l_len = 1};
  if (fcntl(fd, command, &range) == 0) return range.l_type;
  return errno == EAGAIN || errno == EACCES ? F_RDLCK : F_UNLCK;
}
int main(void) {
  static const char *const readable[] = {"/usr/bin/true", "/etc/ld.so.cache", "/dev/null"};
  static const char *const writable[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
  int speaks = getchar() == 's', heard = 0;
  for (int moment = 0; moment < 30; moment++) {
    for (int index = 0; index < 3; index++) {
      int fd = open(readable[index], O_RDONLY);
      if (speaks) lock(fd, moment % 2 ? F_SETLK : F_OFD_SETLK, F_RDLCK);
      else heard |= lock(fd, F_GETLK, F_WRLCK) == F_RDLCK || lock(fd, F_OFD_GETLK, F_WRLCK) == F_RDLCK;
      if (!speaks) close(fd);
    }
    for (int index = 0; index < 5; index++) {
      int fd = open(writable[index], O_RDWR);
      if (speaks) lock(fd, F_OFD_SETLK, F_WRLCK);
      else heard |= (lock(fd, moment % 2 ? F_SETLK : F_OFD_SETLK, F_WRLCK) == F_RDLCK) << 1;
      if (!speaks) close(fd);
    }
    usleep(50000);
  }
  printf("heard %d\n", heard);
}
