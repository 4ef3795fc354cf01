#include <stdio.h>

static int fibonacci(int n) {
  if (n < 2) {
    return n;
  }
  return fibonacci(n - 1) + fibonacci(n - 2);
}

static int moves;

static void hanoi(int count, char from, char to, char other) {
  if (count == 0) {
    return;
  }
  hanoi(count - 1, from, other, to);
  moves++;
  hanoi(count - 1, other, to, from);
}

int main(void) {
  int result = fibonacci(6);
  printf("fibonacci %d\n", result);
  hanoi(4, 'A', 'C', 'B');
  printf("moves %d\n", moves);
  return 0;
}
