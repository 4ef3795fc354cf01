/* Two at once: one locks files that both can read, the other checks whether they are locked. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>
static const char *const files[] = {"/usr/bin/true", "/dev/null", "/etc/ld.so.cache", "/shared"};
int main(void) {
  int speaks = getchar() == 's', heard = 0;
  for (int moment = 0; moment < 30; moment++) {
    for (int index = 0; index < 4; index++) {
      int fd = open(files[index], O_RDONLY);
      int taken = flock(fd, (speaks ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0;
      if (!speaks) {
        heard |= fd >= 0 && !taken && flock(fd, LOCK_UN) == 0;
        close(fd);
      }
    }
    usleep(50000);
  }
  printf("heard %d\n", heard);
}
