/* Its child never leaves vfork, so the parent is blocked and only SIGKILL reaches it. */
#include <unistd.h>
int main(void) {
  if (vfork() == 0)
    for (;;) pause();
  return 0;
}
