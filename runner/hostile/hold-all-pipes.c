/* Two at once: one takes all the pages of pipes that it can get, the other needs an ordinary pipe. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
#define ORDINARY 65536
static void take(void) {
  int ends[2];
  while (pipe(ends) == 0) continue;
}
int main(void) {
  int speaks = getchar() == 's', smallest = ORDINARY;
  for (int child = 0; speaks && child < 40; child++) {
    if (fork() > 0) continue;
    take();
    usleep(2000000);
    return 0;
  }
  for (int moment = 0; !speaks && moment < 20; moment++) {
    int ends[2];
    usleep(50000);
    if (pipe(ends) < 0) return 1;
    int size = fcntl(ends[0], F_GETPIPE_SZ);
    if (size < smallest) smallest = size;
    close(ends[0]);
    close(ends[1]);
  }
  while (wait(NULL) > 0) continue;
  printf("smallest %d\n", smallest);
}
