/* Two at once: one opens files that both can read, the other watches these files and their folders. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <unistd.h>
static volatile int heard = 0;
static void hear(int signal) { heard |= signal > 0; }
static const char *const files[] = {"/usr/bin/true", "/dev/null", "/usr/bin", "/shared"};
int main(void) {
  char bytes[4096];
  int speaks = getchar() == 's', watch = -1, all = -1;
  if (!speaks) {
    signal(SIGIO, hear);
    fcntl(open("/usr/bin", O_RDONLY), F_NOTIFY, DN_ACCESS | DN_MULTISHOT);
    watch = inotify_init1(IN_NONBLOCK);
    for (int index = 0; index < 4; index++) inotify_add_watch(watch, files[index], IN_ALL_EVENTS);
    all = fanotify_init(FAN_CLASS_NOTIF | FAN_NONBLOCK | FAN_REPORT_FID, O_RDONLY);
    fanotify_mark(all, FAN_MARK_ADD, FAN_OPEN, AT_FDCWD, "/usr/bin/true");
  }
  for (int moment = 0; moment < 150; moment++) {
    if (speaks) {
      int fd = open("/usr/bin/true", O_RDONLY);
      if (read(fd, bytes, 1) != 1) return 1;
      close(fd);
    } else {
      heard |= read(watch, bytes, sizeof bytes) > 0 || read(all, bytes, sizeof bytes) > 0;
    }
    usleep(10000);
  }
  printf("heard %d\n", heard);
}
