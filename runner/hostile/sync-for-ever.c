/* Calls sync repeatedly; each call must return success immediately. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  int failed = 0, system = open("/usr/bin", O_RDONLY);
  for (int count = 0; count < 20000; count++) {
    sync();
    failed += syncfs(system) < 0;
  }
  printf("failed %d, CPU time under a second %d\n", failed, clock() < CLOCKS_PER_SEC);
  return 0;
}
