#include <stdio.h>

int main(void) {
  int total = 0;
  for (int i = 1; i <= 75; i++) {
    total += i;
    if (i % 25 == 0) {
      printf("%d %d\n", i, total);
    }
  }
  printf("total %d\n", total);
  return 0;
}
