/* A stopped process uses no CPU time and never ends. */
#include <signal.h>
#include <unistd.h>
int main(void) {
  kill(getpid(), SIGSTOP);
  return 0;
}
