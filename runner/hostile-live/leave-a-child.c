#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  signal(SIGHUP, SIG_IGN);
  if (fork() == 0) {
    setsid();
    for (;;) {
      puts("the child lives");
      fflush(stdout);
      usleep(1000);
    }
  }
  puts("the parent leaves");
}
