#include <stdio.h>

static void sort(int *numbers, int count) {
  for (int i = 0; i < count - 1; i++) {
    for (int j = 0; j < count - 1 - i; j++) {
      if (numbers[j] > numbers[j + 1]) {
        int other = numbers[j];
        numbers[j] = numbers[j + 1];
        numbers[j + 1] = other;
      }
    }
  }
}

int main(void) {
  int numbers[] = {9, 4, 7, 1, 8, 2, 6, 3, 5, 0};
  int count = sizeof numbers / sizeof numbers[0];
  sort(numbers, count);
  for (int i = 0; i < count; i++) {
    printf("%d ", numbers[i]);
  }
  printf("\n");
  return 0;
}
