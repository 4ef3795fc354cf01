/* Eight children compete for one processor, so that each mostly waits: the wall limit must not wait for them. */
#define _GNU_SOURCE
#include <sched.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);
  for (int child = 0; child < 8; child++)
    if (fork() == 0)
      for (;;) continue;
  for (;;) pause();
}
