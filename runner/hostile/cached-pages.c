/* The page cache of shared files reveals what others have read: programs may neither query nor change it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void) {
  char bytes[4096];
  unsigned char pages[1024] = {0};
  uint64_t range[2] = {0, 1 << 20}, counts[5] = {0}, context = 0;
  struct iovec into = {bytes, sizeof bytes};
  int fd = open("/usr/bin/perl", O_RDONLY), told = 0, away = 0;
  posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  told += preadv2(fd, &into, 1, 1 << 20, RWF_NOWAIT) >= 0 || errno == EAGAIN;
  told += syscall(451 /* cachestat */, fd, range, counts, 0) == 0;
  told += syscall(SYS_io_setup, 1, &context) == 0;
  void *file = mmap(NULL, 1 << 20, PROT_READ, MAP_SHARED, fd, 0);
  mincore(file, 1 << 20, pages);
  for (int page = 0; page < 256; page++) away += pages[page] == 0;
  printf("told %d away %d\n", told, away);
}
