#include <stdio.h>
#include <string.h>

struct student {
  char name[16];
  int marks[3];
  double mean;
};

static double mean_of(const int *marks, int count) {
  int total = 0;
  for (int i = 0; i < count; i++) {
    total += marks[i];
  }
  return (double)total / count;
}

int main(void) {
  struct student all[4];
  const char *names[] = {"Asha", "Bimal", "Chitra", "Dev"};
  for (int i = 0; i < 4; i++) {
    strcpy(all[i].name, names[i]);
    for (int j = 0; j < 3; j++) {
      all[i].marks[j] = 50 + 7 * i + 5 * j;
    }
    all[i].mean = mean_of(all[i].marks, 3);
  }
  struct student *best = &all[0];
  for (int i = 1; i < 4; i++) {
    if (all[i].mean > best->mean) {
      best = &all[i];
    }
  }
  printf("%s %.2f\n", best->name, best->mean);
  return 0;
}
