/* Reads numbers and prints their sum, the smallest, the largest, the median and the most frequent one. */
#include <stdio.h>
#include <stdlib.h>

#define MAX_NUMBERS 1000

static int compare(const void *one, const void *other) {
  int a = *(const int *)one;
  int b = *(const int *)other;
  return (a > b) - (a < b);
}

static long find_sum(const int *numbers, int count) {
  long total = 0;
  for (int i = 0; i < count; i++) total += numbers[i];
  return total;
}

static int find_largest(const int *numbers, int count) {
  int largest = numbers[0];
  for (int i = 0; i < count; i++) {
    if (numbers[i] > largest) largest = numbers[i];
  }
  return largest;
}

/* The numbers are in ascending order; of several, the smallest. */
static int find_most_frequent(const int *ordered, int count) {
  int best = ordered[0];
  int best_length = 0;
  int length = 0;
  for (int i = 0; i < count; i++) {
    if (i > 0 && ordered[i] == ordered[i - 1]) {
      length++;
    } else {
      length = 1;
    }
    if (length > best_length) {
      best = ordered[i];
      best_length = length;
    }
  }
  return best;
}

int main(void) {
  int numbers[MAX_NUMBERS];
  int count = 0;
  if (scanf("%d", &count) != 1 || count < 1 || count > MAX_NUMBERS) return 1;
  for (int i = 0; i < count; i++) {
    if (scanf("%d", &numbers[i]) != 1) return 1;
  }
  long total = find_sum(numbers, count);
  int largest = find_largest(numbers, count);
  qsort(numbers, (size_t)count, sizeof numbers[0], compare);
  printf("sum %ld\n", total);
  printf("smallest %d\n", numbers[0]);
  printf("largest %d\n", largest);
  printf("median %d\n", numbers[(count - 1) / 2]);
  printf("most frequent %d\n", find_most_frequent(numbers, count));
  return 0;
}
