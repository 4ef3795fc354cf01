#include <string.h>
#include <unistd.h>
/* Prints 128 MB as fast as it can. */
int main(void) {
  static char text[1 << 16];
  memset(text, 'x', sizeof text);
  for (int time = 0; time < 2048; time++)
    for (size_t done = 0; done < sizeof text;) {
      ssize_t written = write(1, text + done, sizeof text - done);
      if (written < 0) return 1;
      done += (size_t)written;
    }
}
