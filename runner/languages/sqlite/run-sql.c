/*
 * Runs SQL in an SQLite database in memory: the input from standard input, then the file that is given.
 *
 * Prints each result of the file as CSV with a line of column names, and an empty line between results. NULL is written
 * NULL; a text that would read as anything else is quoted. Errors go to standard error as FILE:LINE:COLUMN: error:
 * MESSAGE, with status 1.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of libsqlite3, whose header is in another package. The numbers are part of its stable interface. */
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
int sqlite3_open_v2(const char *name, sqlite3 **db, int flags, const char *vfs);
int sqlite3_limit(sqlite3 *db, int id, int value);
int sqlite3_db_config(sqlite3 *db, int option, ...);
int sqlite3_prepare_v2(sqlite3 *db, const char *sql, int bytes, sqlite3_stmt **statement, const char **tail);
int sqlite3_step(sqlite3_stmt *statement);
int sqlite3_finalize(sqlite3_stmt *statement);
int sqlite3_exec(sqlite3 *db, const char *sql, void *callback, void *context, char **error);
int sqlite3_column_count(sqlite3_stmt *statement);
const char *sqlite3_column_name(sqlite3_stmt *statement, int column);
int sqlite3_column_type(sqlite3_stmt *statement, int column);
const unsigned char *sqlite3_column_text(sqlite3_stmt *statement, int column);
const void *sqlite3_column_blob(sqlite3_stmt *statement, int column);
int sqlite3_column_bytes(sqlite3_stmt *statement, int column);
const char *sqlite3_errmsg(sqlite3 *db);
int sqlite3_error_offset(sqlite3 *db);
#define SQLITE_OK 0
#define SQLITE_ROW 100
#define SQLITE_DONE 101
#define SQLITE_TEXT 3
#define SQLITE_BLOB 4
#define SQLITE_NULL 5
#define SQLITE_OPEN_READWRITE_CREATE_MEMORY 0x86
#define SQLITE_LIMIT_ATTACHED 7
#define SQLITE_DBCONFIG_DEFENSIVE 1010

#define MAX_ROWS 1000

static sqlite3 *db;
static int tables = 0, was_cut = 0;

static void fail(const char *message) {
  fflush(stdout);
  fprintf(stderr, "error: %s\n", message);
  exit(1);
}

/* The whole text; it ends at the first NUL. */
static char *read_all(FILE *file) {
  size_t held = 0, size = 1 << 16;
  char *text = malloc(size);
  while (text != NULL) {
    held += fread(text + held, 1, size - 1 - held, file);
    if (held < size - 1) {
      text[held] = 0;
      return text;
    }
    size *= 2;
    text = realloc(text, size);
  }
  fail("The SQL is too long.");
  return NULL;
}

static int is_blank(char one) { return one == ' ' || one == '\t' || one == '\n' || one == '\r' || one == '\f'; }

/* Columns count characters. */
static void fail_at(const char *file, const char *text, const char *place) {
  int line = 1, column = 1;
  for (const char *at = text; at < place; at++) {
    if (*at == '\n') {
      line++;
      column = 1;
    } else if (((unsigned char)*at & 0xc0) != 0x80) column++;
  }
  fflush(stdout);
  fprintf(stderr, "%s:%d:%d: error: %s\n", file, line, column, sqlite3_errmsg(db));
  exit(1);
}

static void print_text(const char *text, size_t length) {
  int is_plain = length > 0 && !(length == 4 && memcmp(text, "NULL", 4) == 0) && !is_blank(text[0])
    && !is_blank(text[length - 1]);
  for (size_t index = 0; index < length && is_plain; index++) is_plain = strchr(",\"\n\r", text[index]) == NULL;
  if (is_plain) {
    fwrite(text, 1, length, stdout);
    return;
  }
  putchar('"');
  for (size_t index = 0; index < length; index++) {
    if (text[index] == '"') putchar('"');
    putchar(text[index]);
  }
  putchar('"');
}

static void print_blob(const unsigned char *bytes, size_t length) {
  printf("x'");
  for (size_t index = 0; index < length; index++) printf("%02x", bytes[index]);
  putchar('\'');
}

static void print_cell(sqlite3_stmt *statement, int column) {
  int type = sqlite3_column_type(statement, column);
  if (type == SQLITE_NULL) printf("NULL");
  else if (type == SQLITE_BLOB) {
    const unsigned char *bytes = sqlite3_column_blob(statement, column);
    print_blob(bytes, (size_t)sqlite3_column_bytes(statement, column));
  } else {
    const char *text = (const char *)sqlite3_column_text(statement, column);
    if (text == NULL) fail("out of memory");
    print_text(text, (size_t)sqlite3_column_bytes(statement, column));
  }
}

static void print_names(sqlite3_stmt *statement, int columns) {
  if (tables++ > 0) putchar('\n');
  for (int column = 0; column < columns; column++) {
    const char *name = sqlite3_column_name(statement, column);
    if (column > 0) putchar(',');
    print_text(name == NULL ? "" : name, name == NULL ? 0 : strlen(name));
  }
  putchar('\n');
}

/* Returns what the last step returned. */
static int print_rows(sqlite3_stmt *statement, int columns) {
  for (int rows = 0;; rows++) {
    int status = sqlite3_step(statement);
    if (status != SQLITE_ROW) return status;
    if (rows == MAX_ROWS) {
      was_cut = 1;
      return SQLITE_DONE;
    }
    for (int column = 0; column < columns; column++) {
      if (column > 0) putchar(',');
      print_cell(statement, column);
    }
    putchar('\n');
  }
}

static int run_silently(sqlite3_stmt *statement) {
  int status;
  do status = sqlite3_step(statement);
  while (status == SQLITE_ROW);
  return status;
}

static void run(const char *file, const char *text, int is_shown) {
  const char *at = text, *tail;
  while (*at != 0) {
    sqlite3_stmt *statement = NULL;
    while (is_blank(*at)) at++;
    if (sqlite3_prepare_v2(db, at, -1, &statement, &tail) != SQLITE_OK) {
      int offset = sqlite3_error_offset(db);
      fail_at(file, text, offset < 0 ? at : at + offset);
    }
    /* A comment, or an empty statement. */
    if (statement != NULL) {
      int columns = sqlite3_column_count(statement);
      if (is_shown && columns > 0) print_names(statement, columns);
      int status = is_shown && columns > 0 ? print_rows(statement, columns) : run_silently(statement);
      if (status != SQLITE_DONE) fail_at(file, text, at);
      sqlite3_finalize(statement);
    }
    at = tail;
  }
}

int main(int count, char **words) {
  FILE *file = count == 2 ? fopen(words[1], "rb") : NULL;
  if (file == NULL) fail("There is no file.");
  if (sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE_CREATE_MEMORY, NULL) != SQLITE_OK) fail("out of memory");
  /* No other database, and no file: large results would exceed the limit of files. */
  sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_exec(db, "pragma temp_store = memory", NULL, NULL, NULL);
  run("input.sql", read_all(stdin), 0);
  run(words[1], read_all(file), 1);
  fflush(stdout);
  if (was_cut) fprintf(stderr, "Only the first %d rows of a result are shown.\n", MAX_ROWS);
  return 0;
}
