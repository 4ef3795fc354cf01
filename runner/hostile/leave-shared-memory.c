/* System V objects and message queues belong to the cell and are deleted with it. */
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <sys/shm.h>
int main(void) {
  int existed = shmget(0x5eed, 4096, 0600) >= 0;
  int made = shmget(0x5eed, 4096, IPC_CREAT | 0600) >= 0;
  printf("existed %d made %d\n", existed, made);
  return 0;
}
