/* No terminal can be opened or made, and keystrokes cannot be injected. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>
int main(void) {
  int reached = 0;
  const char *names[] = {"/dev/tty", "/dev/console", "/dev/ptmx", "/dev/pts/ptmx", "/dev/tty0", "/proc/1/fd/0"};
  for (int index = 0; index < 6; index++) reached += open(names[index], O_RDWR) >= 0;
  reached += posix_openpt(O_RDWR) >= 0;
  for (int fd = 0; fd < 3; fd++) {
    reached += isatty(fd);
    reached += ioctl(fd, TIOCSTI, "x") >= 0;
    reached += ioctl(fd, 0x100000000UL | TIOCSTI, "x") >= 0;
    reached += ioctl(fd, TIOCSCTTY, 1) >= 0;
  }
  printf("reached %d\n", reached);
  return 0;
}
