/*
 * A box whose init is a preloaded Python interpreter.
 *
 * Built as a library and loaded with LD_PRELOAD. Python starts up as `python3 -I script.py` until it opens the
 * script. There this library takes over and acts as the box's init (box-init.c). A program that is run in place
 * is a fork of that process: it opens its script and continues as if it had just been started. Before that it runs the
 * statements of VLABS_AFTER_START, if there are any: modules that were imported ahead have the same random numbers in
 * each fork until they are given a new seed.
 */
#define IN_INTERPRETER
#include "box-init.c"
#include <dlfcn.h>
#include <setjmp.h>

#define SCRIPT "/box/script.py"

static jmp_buf opening;
static char *after_start;

static void go_on(void) { longjmp(opening, 1); }

/* Runs before main: the interpreter must see the environment and the kind of streams that programs have. */
__attribute__((constructor)) static void prepare_interpreter(void) {
  int ends[2];
  const char *statements = getenv("VLABS_AFTER_START");
  if (statements != NULL && (after_start = strdup(statements)) == NULL) _exit(90);
  unsetenv("VLABS_AFTER_START");
  unsetenv("LD_PRELOAD");
  unsetenv("PWD");
  if (pipe(ends) < 0 || dup2(ends[0], 0) < 0 || dup2(ends[1], 1) < 0 || dup2(ends[1], 2) < 0) _exit(90);
  close(ends[0]);
  close(ends[1]);
}

/* Python opens files without its lock. */
static void run_after_start(void) {
  int (*take_lock)(void), (*run)(const char *, void *);
  void (*give_back)(int);
  *(void **)&take_lock = dlsym(RTLD_DEFAULT, "PyGILState_Ensure");
  *(void **)&run = dlsym(RTLD_DEFAULT, "PyRun_SimpleStringFlags");
  *(void **)&give_back = dlsym(RTLD_DEFAULT, "PyGILState_Release");
  if (take_lock == NULL || run == NULL || give_back == NULL) _exit(90);
  int lock = take_lock();
  if (run(after_start, NULL) != 0) _exit(90);
  give_back(lock);
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
    if (after_start != NULL) run_after_start();
  }
  return open_file(path, mode);
}
