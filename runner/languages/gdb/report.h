/*
 * The page of memory that the traced program shares with gdb: memory.py reads it by offset.
 */
#include <stdint.h>

/* Of blocks of memory; a power of two. */
#define SLOTS 16384
#define JOURNAL 4096

struct block {
  uint64_t address, size;
  /* Counts the blocks; 0 in unused slots. */
  uint32_t serial, freed;
};

/* trace.py reads this by offset. */
struct report {
  /* Slots that changed so far; the last of them are in the journal. */
  uint64_t changes;
  /* Of stdin. */
  uint64_t input_stream;
  /* How often something was thrown; the last object and its type; how often something was caught. */
  uint64_t throws, thrown, type, catches;
  uint32_t journal[JOURNAL];
  struct block blocks[SLOTS];
};
