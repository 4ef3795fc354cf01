/*
 * The library that is loaded into a traced program: fills fresh memory, writes output at once, and reports blocks of
 * memory and exceptions in a page that it shares with gdb.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report.h"

#define FRESH 0xFE
#define REPORT 3
/* Freed blocks are not used again before this many more, or this much memory, were freed. */
#define KEPT_BLOCKS 1024
#define KEPT_BYTES (4u << 20)
#define MAX_KEPT 65536
/* The largest blocks that the C library keeps for each thread. */
#define MAX_CACHED 1032
/* Larger blocks are filled only at their start. */
#define MAX_FILLED (1u << 20)

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static struct report *report;
static int is_closed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t serials;
static struct { void *address; size_t size; } kept[KEPT_BLOCKS];
static size_t kept_bytes, first_kept, kept_count;

/* In a child after fork nothing is reported. */
static void forget(void) {
  report = NULL;
  is_closed = 1;
  pthread_mutex_init(&lock, NULL);
}

static struct report *find_report(void) {
  if (report != NULL || is_closed) return report;
  void *page = mmap(NULL, sizeof *report, PROT_READ | PROT_WRITE, MAP_SHARED, REPORT, 0);
  is_closed = 1;
  close(REPORT);
  if (page == MAP_FAILED) return NULL;
  report = page;
  return report;
}

/* The slot of the address, or an unused one; NULL if there is none. */
static struct block *find_block(struct report *all, uint64_t address) {
  size_t at = (size_t)((address >> 4) * 0x9E3779B97F4A7C15u >> 40) % SLOTS;
  for (int tries = 0; tries < 64; tries++, at = (at + 1) % SLOTS) {
    struct block *block = &all->blocks[at];
    if (block->serial == 0 || block->address == address) return block;
  }
  return NULL;
}

static void note(struct report *all, struct block *block) {
  all->journal[all->changes % JOURNAL] = (uint32_t)(block - all->blocks);
  all->changes++;
}

static void *fresh(void *address, size_t size, int is_filled) {
  if (address == NULL) return NULL;
  pthread_mutex_lock(&lock);
  struct report *all = find_report();
  struct block *block = all == NULL ? NULL : find_block(all, (uint64_t)address);
  if (block != NULL) {
    *block = (struct block){(uint64_t)address, size, ++serials, 0};
    note(all, block);
  }
  pthread_mutex_unlock(&lock);
  if (!is_filled) memset(address, FRESH, size < MAX_FILLED ? size : MAX_FILLED);
  return address;
}

static void release_first(void) {
  void *address = kept[first_kept].address;
  kept_bytes -= kept[first_kept].size;
  first_kept = (first_kept + 1) % KEPT_BLOCKS;
  kept_count--;
  __libc_free(address);
}

/* Keeps a freed block for a while, so that pointers to it stay pointers to a freed block. */
static void keep(void *address, size_t size) {
  if (kept_count == KEPT_BLOCKS) release_first();
  kept[(first_kept + kept_count) % KEPT_BLOCKS].address = address;
  kept[(first_kept + kept_count) % KEPT_BLOCKS].size = size;
  kept_count++;
  kept_bytes += size;
  while (kept_bytes > KEPT_BYTES) release_first();
}

void *malloc(size_t size) { return fresh(__libc_malloc(size), size, 0); }
void *calloc(size_t count, size_t size) { return fresh(__libc_calloc(count, size), count * size, 1); }
void *memalign(size_t alignment, size_t size) { return fresh(__libc_memalign(alignment, size), size, 0); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **place, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void *address = memalign(alignment, size);
  if (address == NULL) return ENOMEM;
  *place = address;
  return 0;
}

/* As the C library does. */
static void refuse_double_free(size_t size) {
  const char *message = size <= MAX_CACHED ? "free(): double free detected in tcache 2\n" : "double free or corruption (!prev)\n";
  if (write(2, message, strlen(message)) < 0) abort();
  abort();
}

void free(void *address) {
  if (address == NULL) return;
  pthread_mutex_lock(&lock);
  struct report *all = find_report();
  struct block *block = all == NULL ? NULL : find_block(all, (uint64_t)address);
  int is_kept = 0;
  /* What was not given out here, or was freed before, is the C library's to refuse. */
  if (block != NULL && block->serial != 0 && !block->freed) {
    block->freed = 1;
    note(all, block);
    if (block->size <= MAX_KEPT) {
      keep(address, block->size);
      is_kept = 1;
    }
  } else if (block != NULL && block->serial != 0 && block->freed) {
    for (size_t index = 0; index < kept_count; index++)
      if (kept[(first_kept + index) % KEPT_BLOCKS].address == address) {
        refuse_double_free(block->size);
      }
  }
  pthread_mutex_unlock(&lock);
  if (!is_kept) __libc_free(address);
}

static size_t size_of(void *address) {
  pthread_mutex_lock(&lock);
  struct report *all = find_report();
  struct block *block = all == NULL ? NULL : find_block(all, (uint64_t)address);
  size_t size = block != NULL && block->serial != 0 ? block->size : 0;
  pthread_mutex_unlock(&lock);
  return size;
}

extern size_t malloc_usable_size(void *);

/* Always moves the block, so that each pointer to the old one dangles. */
void *realloc(void *address, size_t size) {
  if (address == NULL) return malloc(size);
  if (size == 0) {
    free(address);
    return NULL;
  }
  size_t old = size_of(address);
  if (old == 0) old = malloc_usable_size(address);
  void *moved = malloc(size);
  if (moved == NULL) return NULL;
  memcpy(moved, address, old < size ? old : size);
  free(address);
  return moved;
}

void *reallocarray(void *address, size_t count, size_t size) {
  size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(address, total);
}

/* Of libstdc++: std::cin and std::cout stay unbuffered. */
int _ZNSt8ios_base15sync_with_stdioEb(int is_synchronised) {
  (void)is_synchronised;
  return 1;
}

static void *find_next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

/* The library looks at an exception that nobody catches by throwing it again. */
static int is_in_library(void *place, const void *function) {
  Dl_info one, other;
  return dladdr(place, &one) != 0 && dladdr(function, &other) != 0 && one.dli_fbase == other.dli_fbase;
}

/* Stops for gdb, which finds the exception in the report. */
static void note_throw(void) {
  if (report == NULL) return;
  report->throws++;
  __asm__ volatile("int3");
}

void __cxa_throw(void *thrown, void *type, void (*destroy)(void *)) {
  void (*go_on)(void *, void *, void (*)(void *)) = find_next("__cxa_throw");
  if (report != NULL) {
    report->thrown = (uint64_t)thrown;
    report->type = (uint64_t)type;
  }
  note_throw();
  go_on(thrown, type, destroy);
  abort();
}

void __cxa_rethrow(void) {
  void *found = find_next("__cxa_rethrow");
  void (*go_on)(void) = found;
  if (!is_in_library(__builtin_return_address(0), found)) note_throw();
  go_on();
  abort();
}

void *__cxa_begin_catch(void *exception) {
  void *(*go_on)(void *) = find_next("__cxa_begin_catch");
  if (report != NULL) report->catches++;
  return go_on(exception);
}

__attribute__((constructor)) static void begin(void) {
  unsetenv("LD_PRELOAD");
  setvbuf(stdout, NULL, _IONBF, 0);
  pthread_atfork(NULL, NULL, forget);
  struct report *all = find_report();
  if (all != NULL) all->input_stream = (uint64_t)stdin;
}
