/* Makes itself the kernel's last choice when memory runs out, and then uses it up, by files and by pages. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  int score = open("/proc/self/oom_score_adj", O_WRONLY);
  if (write(score, "-1000", 5) < 0) (void)!write(score, "0", 1);
  static char block[1 << 20];
  memset(block, 1, sizeof block);
  int file = open("/tmp/large", O_CREAT | O_WRONLY, 0600);
  for (int count = 0; count < 30 && write(file, block, 1 << 15) > 0; count++) continue;
  for (char *more; (more = malloc(1 << 20)) != NULL;) {
    memset(more, 1, 1 << 20);
    if (fork() == 0) for (;;) pause();
  }
  return 0;
}
