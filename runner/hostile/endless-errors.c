#include <stdio.h>
int main(void) {
  for (;;) fputs("all work and no play\n", stderr);
}
