/* Writes a file that exceeds the limit. */
#include <stdio.h>
int main(void) {
  FILE *file = fopen("large", "w");
  for (int at = 0; at < 64 * 1024 * 1024; at++) fputc('x', file);
  return 0;
}
