#include <stdlib.h>
#include <string.h>
int main(void) {
  for (char *more; (more = malloc(1 << 20)) != NULL;) memset(more, 1, 1 << 20);
  return 0;
}
