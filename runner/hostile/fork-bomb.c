/* Every process forks until fork fails. */
#include <unistd.h>
int main(void) {
  for (;;) fork();
}
