/* Forks until nothing more can be forked, in every copy. */
#include <unistd.h>
int main(void) {
  for (;;) fork();
}
