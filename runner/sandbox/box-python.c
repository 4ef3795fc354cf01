/*
 * A box whose init is a Python interpreter that has started already.
 *
 * Built as a library and loaded before Python's own (LD_PRELOAD). Python starts as `python3 -I script.py`
 * does, with its streams, modules and settings, up to the moment when it opens the script. There this
 * library takes over and is the box's init (box-init.c). A program that is run in place is a copy of that
 * very process: it opens its script and goes on, and cannot tell that it did not start just now.
 */
#define IN_INTERPRETER
#include "box-init.c"
#include <dlfcn.h>
#include <setjmp.h>

#define SCRIPT "/box/script.py"

static jmp_buf opening;

static void go_on(void) { longjmp(opening, 1); }

/* Before main: the interpreter shall see the environment and the kind of streams that programs have. */
__attribute__((constructor)) static void prepare_interpreter(void) {
  int ends[2];
  unsetenv("LD_PRELOAD");
  unsetenv("PWD");
  if (pipe(ends) < 0 || dup2(ends[0], 0) < 0 || dup2(ends[1], 1) < 0 || dup2(ends[1], 2) < 0) _exit(90);
  close(ends[0]);
  close(ends[1]);
}

FILE *fopen64(const char *path, const char *mode) {
  static FILE *(*open_file)(const char *, const char *);
  if (open_file == NULL) {
    *(void **)&open_file = dlsym(RTLD_NEXT, "fopen64");
    if (open_file == NULL) _exit(90);
  }
  if (go_on_as_program == NULL && strcmp(path, SCRIPT) == 0) {
    go_on_as_program = go_on;
    if (setjmp(opening) == 0) keep_box();
  }
  return open_file(path, mode);
}
