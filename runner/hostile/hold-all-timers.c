/* Two at once: one takes all timers that it can get, the other needs a hundred. */
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static int take(int most) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  timer_t timer;
  int taken = 0;
  while (taken < most && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) taken++;
  return taken;
}
int main(void) {
  int speaks = getchar() == 's';
  if (!speaks) usleep(500000);
  int taken = take(200000);
  if (speaks) usleep(1500000);
  printf("enough %d, bounded %d\n", taken >= 100, taken <= 1024);
}
