/* Exits while the only reference to its standard output is in flight in a socket. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  int pair[2];
  char space[CMSG_SPACE(2 * sizeof(int))] = {0}, byte = 'x';
  struct iovec part = {&byte, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
  socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
  struct cmsghdr *head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(2 * sizeof(int));
  int sent[2] = {1, pair[1]};
  memcpy(CMSG_DATA(head), sent, sizeof sent);
  for (int count = 0; count < 8; count++) sendmsg(pair[0], &message, 0);
  puts("sent");
  return 0;
}
