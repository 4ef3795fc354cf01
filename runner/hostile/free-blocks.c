/* The free space of the machine's disk changes with every program. All file systems must look the same. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/vfs.h>
static const char *const places[] = {"/", "/usr", "/etc/ld.so.cache", "/shared", "/box", "/tmp", "/dev/null"};
int main(void) {
  struct statfs about;
  int told = 0;
  for (int index = 0; index < 7; index++) {
    int fd = open(places[index], O_RDONLY);
    told += statfs(places[index], &about) < 0 || about.f_blocks != 12288 || about.f_bfree != 6144;
    told += fstatfs(fd, &about) < 0 || about.f_blocks != 12288 || about.f_ffree != 2048;
  }
  printf("told %d\n", told);
}
