/* Edge cases of the filter: high halves of arguments, negative numbers, combined flags. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
static int passed = 0;
static void expect_refusal(const char *name, long answer) {
  if (answer < 0) return;
  printf("%s passed\n", name);
  passed++;
}
int main(void) {
  expect_refusal("clone with a high half", syscall(SYS_clone, 0xffffffff00000000UL | CLONE_NEWUSER | 17, 0, 0, 0, 0));
  expect_refusal("clone with vfork", syscall(SYS_clone, CLONE_VFORK | CLONE_NEWNS | 17, 0, 0, 0, 0));
  expect_refusal("a socket with a high half", syscall(SYS_socket, 0x100000000UL | AF_INET, SOCK_STREAM, 0));
  expect_refusal("a kernel crypto socket", syscall(SYS_socket, AF_ALG, SOCK_SEQPACKET, 0));
  expect_refusal("a bluetooth socket", syscall(SYS_socket, AF_BLUETOOTH, SOCK_RAW, 0));
  expect_refusal("a pair of another kind", syscall(SYS_socketpair, AF_TIPC, SOCK_STREAM, 0, (int[2]){0}));
  expect_refusal("limits with a high half", syscall(SYS_prlimit64, 0x100000001UL, 7, (long[2]){0, 0}, NULL));
  expect_refusal("call 512", syscall(512));
  expect_refusal("time of the machine", syscall(SYS_clock_settime, 0, (long[2]){0, 0}));
  expect_refusal("real time priority", sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){1}));
  expect_refusal("higher priority", setpriority(PRIO_PROCESS, 0, -5));
  expect_refusal("capabilities", prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, 21, 0, 0));
  expect_refusal("to gain rights again", prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
  expect_refusal("a file by its number", syscall(SYS_name_to_handle_at, -100, "/usr", NULL, NULL, 0));
  printf("passed %d, rights kept away %d\n", passed, prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
  return 0;
}
