#include <unistd.h>
#include <sys/syscall.h>
int main(void) {
  return syscall(0x40000000 | 39) > 0 ? 0 : 1;
}
