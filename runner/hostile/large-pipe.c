/* The pages of pipes are counted for each user, who runs all programs where the runner is an ordinary user. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  if (pipe(ends) < 0) return 1;
  int answer = fcntl(ends[0], F_SETPIPE_SZ, 1 << 20);
  printf("%d %d\n", answer, errno);
}
