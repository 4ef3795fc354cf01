/* Grandchildren in separate sessions stop each other, continue each other and burn CPU in turn. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  for (int child = 0; child < 6; child++)
    if (fork() == 0) {
      setsid();
      if (fork() > 0) _exit(0);
      for (;;) {
        pid_t once = fork();
        if (once == 0) {
          for (volatile long turns = 0; turns < 20000000; turns++) continue;
          _exit(0);
        }
        kill(once, SIGSTOP);
        kill(once, SIGCONT);
        waitpid(once, NULL, 0);
      }
    }
  for (;;) pause();
}
