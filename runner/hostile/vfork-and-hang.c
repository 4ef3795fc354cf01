/* Its child never leaves vfork, which holds the parent where no signal but one reaches it. */
#include <unistd.h>
int main(void) {
  if (vfork() == 0)
    for (;;) pause();
  return 0;
}
