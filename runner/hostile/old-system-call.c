/* A 32-bit call from a 64-bit program would bypass a careless filter. */
#include <signal.h>

int main(void) {
#ifdef __x86_64__
  int answer;
  __asm__ volatile("int $0x80" : "=a"(answer) : "a"(20));
  return answer > 0 ? 0 : 1;
#else
  /* Other architectures have no such call. */
  raise(SIGSYS);
  return 1;
#endif
}
