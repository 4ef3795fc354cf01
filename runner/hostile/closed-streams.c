/* Closes all descriptors and keeps running. */
#include <unistd.h>
int main(void) {
  for (int descriptor = 0; descriptor < 256; descriptor++) close(descriptor);
  for (;;) pause();
}
