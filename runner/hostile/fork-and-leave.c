/* The parent exits immediately; its children in other sessions run on and keep the output open. */
#include <stdio.h>
#include <unistd.h>
int main(void) {
  for (int child = 0; child < 20; child++)
    if (fork() == 0) {
      setsid();
      for (;;) pause();
    }
  puts("parent done");
  return 0;
}
