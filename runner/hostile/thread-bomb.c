/* Starts threads until the limit stops it, then prints how many. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *sleeper(void *nothing) {
  pause();
  return nothing;
}
int main(void) {
  pthread_t thread;
  int count = 0;
  while (count < 100000 && pthread_create(&thread, NULL, sleeper, NULL) == 0) count++;
  puts(count < 60 ? "stopped" : "too many");
  return 0;
}
