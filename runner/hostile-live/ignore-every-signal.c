#include <signal.h>
#include <unistd.h>
int main(void) {
  for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
  write(1, "ignoring\n", 9);
  for (;;) pause();
}
