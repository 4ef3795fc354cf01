/* The parent ends at once; children that left its session would run on. */
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
