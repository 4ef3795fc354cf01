/* Calls sync repeatedly; each call must return success at once, as a call that does nothing. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#define CALLS 20000
/* The filter looks at each call, so both take longer than the kernel's work for them. */
#define MOST_TIMES 20
int main(void) {
  int failed = 0, system = open("/usr/bin", O_RDONLY);
  clock_t start = clock();
  for (int count = 0; count < CALLS; count++) syscall(SYS_getppid);
  clock_t nothing = clock() - start;
  for (int count = 0; count < CALLS; count++) {
    sync();
    failed += syncfs(system) < 0;
  }
  clock_t syncs = clock() - start - nothing;
  printf("failed %d, as fast as nothing %d\n", failed, syncs < MOST_TIMES * nothing + CLOCKS_PER_SEC / 10);
  return 0;
}
