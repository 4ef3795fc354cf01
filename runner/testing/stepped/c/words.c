#include <stdio.h>
#include <string.h>

#define MOST 20

struct entry {
  char word[16];
  int count;
};

int main(void) {
  struct entry table[MOST];
  int used = 0;
  char word[16];
  while (scanf("%15s", word) == 1) {
    int at = 0;
    while (at < used && strcmp(table[at].word, word) != 0) {
      at++;
    }
    if (at == used) {
      strcpy(table[used].word, word);
      table[used].count = 0;
      used++;
    }
    table[at].count++;
  }
  for (int i = 0; i < used; i++) {
    printf("%s %d\n", table[i].word, table[i].count);
  }
  return 0;
}
