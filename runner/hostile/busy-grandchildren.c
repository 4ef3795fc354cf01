/* The parent sleeps while its grandchildren burn CPU: their time must count too. */
#include <unistd.h>
int main(void) {
  for (int child = 0; child < 4; child++)
    if (fork() == 0 && fork() == 0)
      for (volatile unsigned long turns = 0;; turns++) continue;
  for (;;) pause();
}
