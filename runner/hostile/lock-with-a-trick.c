/* Locks a system file while the cell checks one of the program's files: by threads, and by shared descriptors. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>
static volatile int going = 1;
static int own, theirs, seen;
static void *exchange(void *nothing) {
  while (going) {
    dup2(own, seen);
    dup2(theirs, seen);
  }
  return nothing;
}
static int try_to_lock(void) {
  int locked = 0;
  for (int time = 0; time < 2000; time++) {
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    locked += flock(seen, LOCK_EX | LOCK_NB) == 0;
    locked += fcntl(seen, F_GETLK, &range) == 0 || fcntl(seen, F_OFD_GETLK, &range) == 0;
  }
  return locked;
}
int main(void) {
  pthread_t thread;
  own = open("/box/own", O_RDWR | O_CREAT, 0644);
  theirs = open("/usr/bin/true", O_RDONLY);
  seen = dup(theirs);
  int locked = try_to_lock();
  pthread_create(&thread, NULL, exchange, NULL);
  locked += try_to_lock();
  going = 0;
  pthread_join(thread, NULL);
  int shared = syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0) >= 0;
  printf("locked %d shared %d\n", locked, shared);
}
