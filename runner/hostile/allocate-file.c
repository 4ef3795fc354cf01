#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
int main(void) {
  signal(SIGXFSZ, SIG_IGN);
  int file = open("/tmp/reserved", O_CREAT | O_WRONLY, 0600);
  int answer = fallocate(file, 0, 0, 1L << 40);
  printf("%d %d\n", answer, errno == EFBIG || errno == ENOSPC);
  return 0;
}
