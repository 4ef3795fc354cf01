/* Its child uses up the memory and is killed; only then does the parent use up the time. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  int victim = fork();
  if (victim == 0)
    for (char *more; (more = malloc(1 << 20)) != NULL;) memset(more, 1, 1 << 20);
  waitpid(victim, NULL, 0);
  for (volatile unsigned long count = 0;; count++) continue;
}
