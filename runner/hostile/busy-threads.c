/* Many threads burn CPU in parallel. */
#include <pthread.h>
static void *burn(void *nothing) {
  for (volatile unsigned long turns = 0;; turns++) continue;
  return nothing;
}
int main(void) {
  pthread_t thread;
  for (int count = 0; count < 20; count++) pthread_create(&thread, NULL, burn, NULL);
  burn(NULL);
}
