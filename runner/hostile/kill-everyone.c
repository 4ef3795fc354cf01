/* Signals to process 1, to its own parent, to its group and to everyone: only the program itself may be affected. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int signals[] = {SIGSTOP, SIGTERM, SIGKILL};
  for (int index = 0; index < 3; index++) {
    kill(1, signals[index]);
    kill(getppid(), signals[index]);
    kill(-1, signals[index]);
  }
  puts("still here");
  fflush(stdout);
  kill(0, SIGKILL);
  return 0;
}
