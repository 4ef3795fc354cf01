/* Leaves symbolic links and other traps under every name that a careless runner would open. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  const char *names[] = {"a.out", "main.c", "stdout", "stderr", "meta", "result"};
  for (int index = 0; index < 6; index++) {
    unlink(names[index]);
    if (index % 2) symlink("/etc/shadow", names[index]);
    else mkfifo(names[index], 0600);
  }
  puts("laid");
  return 0;
}
