/* Memory in anonymous files must count as memory. */
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
  static char block[1 << 20];
  memset(block, 1, sizeof block);
  for (;;) {
    int file = memfd_create("hidden", 0);
    if (file < 0 || write(file, block, sizeof block) < 0) return 1;
  }
}
