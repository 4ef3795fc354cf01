/* Asks the machine to restart. */
#include <errno.h>
#include <stdio.h>
#include <sys/reboot.h>
int main(void) {
  int answer = reboot(RB_AUTOBOOT);
  printf("%d %d\n", answer, errno);
  return 0;
}
