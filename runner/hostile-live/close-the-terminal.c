#include <unistd.h>
int main(void) {
  write(1, "closing\n", 8);
  for (int stream = 0; stream < 3; stream++) close(stream);
  for (;;) pause();
}
