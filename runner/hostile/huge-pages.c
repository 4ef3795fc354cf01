/* The machine's reserved huge pages are not counted as the program's memory. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/shm.h>
static int taken = 0;
static void try(const char *what, int answer) {
  if (answer < 0 && errno == EPERM) return;
  printf("%s was not refused\n", what);
  taken++;
}
int main(void) {
  void *pages = mmap(NULL, 1 << 21, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
  try("a mapping", pages == MAP_FAILED ? -1 : 0);
  try("a file", memfd_create("huge", MFD_HUGETLB));
  try("shared memory", shmget(IPC_PRIVATE, 1 << 21, IPC_CREAT | SHM_HUGETLB | 0600));
  printf("taken %d\n", taken);
  return 0;
}
