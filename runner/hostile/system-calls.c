/* Each call that the filter refuses, with its result. All must fail. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
static int allowed = 0;
static void expect_refusal(const char *name, long answer) {
  if (answer >= 0) {
    printf("%s was allowed\n", name);
    allowed++;
  }
}
int main(void) {
  struct rlimit none = {0, 0};
  expect_refusal("ptrace", ptrace(PTRACE_ATTACH, 1, 0, 0));
  expect_refusal("unshare", unshare(CLONE_NEWUSER));
  expect_refusal("unshare files", unshare(CLONE_NEWNS));
  expect_refusal("setns", setns(0, 0));
  expect_refusal("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
  expect_refusal("umount", umount2("/tmp", MNT_DETACH));
  expect_refusal("open_tree", syscall(SYS_open_tree, AT_FDCWD, "/", 1));
  expect_refusal("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
  expect_refusal("clone", syscall(SYS_clone, CLONE_NEWUSER | 17, 0, 0, 0, 0));
  expect_refusal("clone3", syscall(SYS_clone3, NULL, 0));
  expect_refusal("keyctl", syscall(SYS_keyctl, 0, -3, 1));
  expect_refusal("add_key", syscall(SYS_add_key, "user", "name", "x", 1, -3));
  expect_refusal("io_uring", syscall(SYS_io_uring_setup, 8, NULL));
  expect_refusal("bpf", syscall(SYS_bpf, 0, NULL, 0));
  expect_refusal("perf", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
  expect_refusal("userfaultfd", syscall(SYS_userfaultfd, 1));
  expect_refusal("personality", personality(ADDR_NO_RANDOMIZE));
  expect_refusal("tcp", socket(AF_INET, SOCK_STREAM, 0));
  expect_refusal("udp", socket(AF_INET6, SOCK_DGRAM, 0));
  expect_refusal("netlink", socket(AF_NETLINK, SOCK_RAW, 0));
  expect_refusal("packet", socket(AF_PACKET, SOCK_RAW, 0));
  expect_refusal("vsock", socket(AF_VSOCK, SOCK_STREAM, 0));
  expect_refusal("alg", socket(AF_ALG, SOCK_SEQPACKET, 0));
  expect_refusal("prlimit of process 1", prlimit(1, RLIMIT_NOFILE, &none, NULL));
  expect_refusal("process_vm_readv", syscall(SYS_process_vm_readv, 1, NULL, 0, NULL, 0, 0));
  expect_refusal("pidfd_getfd", syscall(SYS_pidfd_getfd, 0, 3, 0));
  expect_refusal("open_by_handle_at", syscall(SYS_open_by_handle_at, 0, NULL, 0));
  expect_refusal("TIOCSTI", ioctl(0, TIOCSTI, "x"));
  expect_refusal("unknown call", syscall(999));
  printf("allowed %d\n", allowed);
  return 0;
}
