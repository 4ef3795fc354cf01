/* The parent exits immediately; its children in other sessions run on with their output closed. */
#include <stdio.h>
#include <unistd.h>
int main(void) {
  for (int child = 0; child < 20; child++)
    if (fork() == 0) {
      setsid();
      close(1);
      close(2);
      for (;;) pause();
    }
  puts("parent done");
  return 0;
}
