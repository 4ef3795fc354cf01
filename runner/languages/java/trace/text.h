/* Growing texts, and values as JSON. */
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_TEXT 120
#define MAX_SAFE (1LL << 53)
#define REPLACEMENT 0xFFFD

typedef struct {
  char *bytes;
  size_t length, room;
} Text;

static void *require_memory(void *memory) {
  if (memory == NULL) _exit(1);
  return memory;
}

static void put(Text *text, const char *bytes, size_t length) {
  if (text->length + length + 1 > text->room) {
    text->room = 2 * (text->length + length) + 64;
    text->bytes = require_memory(realloc(text->bytes, text->room));
  }
  memcpy(text->bytes + text->length, bytes, length);
  text->length += length;
  text->bytes[text->length] = 0;
}

static void put_words(Text *text, const char *words) { put(text, words, strlen(words)); }

__attribute__((format(printf, 2, 3)))
static void put_format(Text *text, const char *format, ...) {
  char line[256];
  va_list parts;
  va_start(parts, format);
  int length = vsnprintf(line, sizeof line, format, parts);
  va_end(parts);
  if (length > 0) put(text, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

static void clear(Text *text) {
  text->length = 0;
  if (text->bytes != NULL) text->bytes[0] = 0;
}

static char *copy_of(const Text *text) {
  return require_memory(strndup(text->bytes == NULL ? "" : text->bytes, text->length));
}

/* Bytes of UTF-8, escaped. */
static void put_escaped(Text *text, const char *bytes, size_t length) {
  for (size_t at = 0; at < length; at++) {
    unsigned char byte = (unsigned char)bytes[at];
    if (byte == '"' || byte == '\\') put_format(text, "\\%c", byte);
    else if (byte < 0x20) put_format(text, "\\u%04x", byte);
    else put(text, &bytes[at], 1);
  }
}

static void put_string(Text *text, const char *words) {
  put(text, "\"", 1);
  put_escaped(text, words, strlen(words));
  put(text, "\"", 1);
}

static void put_code_point(Text *text, uint32_t code) {
  char bytes[4];
  size_t length;
  if (code < 0x80) {
    bytes[0] = (char)code;
    length = 1;
  } else if (code < 0x800) {
    bytes[0] = (char)(0xC0 | code >> 6);
    bytes[1] = (char)(0x80 | (code & 0x3F));
    length = 2;
  } else if (code < 0x10000) {
    bytes[0] = (char)(0xE0 | code >> 12);
    bytes[1] = (char)(0x80 | (code >> 6 & 0x3F));
    bytes[2] = (char)(0x80 | (code & 0x3F));
    length = 3;
  } else {
    bytes[0] = (char)(0xF0 | code >> 18);
    bytes[1] = (char)(0x80 | (code >> 12 & 0x3F));
    bytes[2] = (char)(0x80 | (code >> 6 & 0x3F));
    bytes[3] = (char)(0x80 | (code & 0x3F));
    length = 4;
  }
  put_escaped(text, bytes, length);
}

/*
 * Names of the virtual machine as text, cut after MAX_TEXT characters. It writes characters beyond 16 bits as two
 * surrogates of three bytes each.
 */
static char *text_of_name(const char *name) {
  Text text = {0};
  put(&text, "", 0);
  const unsigned char *at = (const unsigned char *)name;
  for (int count = 0; *at != 0 && count < MAX_TEXT; count++) {
    size_t length = at[0] < 0x80 ? 1 : at[0] < 0xE0 ? 2 : 3;
    if (strnlen((const char *)at, 6) == 6 && at[0] == 0xED && at[1] >= 0xA0 && at[3] == 0xED) {
      uint32_t high = (at[1] & 0x0Fu) << 6 | (at[2] & 0x3Fu), low = (at[4] & 0x0Fu) << 6 | (at[5] & 0x3Fu);
      put_code_point(&text, 0x10000 + (high << 10) + low);
      at += 6;
    } else {
      put(&text, (const char *)at, strnlen((const char *)at, length));
      at += strnlen((const char *)at, length);
    }
  }
  return text.bytes;
}

static bool is_high(uint16_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
static bool is_low(uint16_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

/* Java's characters, as a text that may have been cut from `full` ones. */
static void put_units(Text *text, const uint16_t *units, int count, int64_t full) {
  put_words(text, full > count ? "[\"s\",\"" : "\"");
  for (int at = 0; at < count; at++) {
    uint32_t code = units[at];
    if (is_high(units[at]) && at + 1 < count && is_low(units[at + 1])) {
      code = 0x10000 + ((uint32_t)(units[at] - 0xD800) << 10) + (uint32_t)(units[at + 1] - 0xDC00);
      at++;
    } else if (is_high(units[at]) || is_low(units[at])) {
      code = REPLACEMENT;
    }
    put_code_point(text, code);
  }
  put(text, "\"", 1);
  if (full > count) put_format(text, ",%lld]", (long long)full);
}

static void put_integer(Text *text, int64_t value) {
  bool is_safe = value > -MAX_SAFE && value < MAX_SAFE;
  put_format(text, is_safe ? "%lld" : "[\"i\",\"%lld\"]", (long long)value);
}

/* The shortest digits that are read as the same number. */
static void find_digits(double value, bool is_float, char *digits, size_t size) {
  for (int count = 1; count <= (is_float ? 9 : 17); count++) {
    snprintf(digits, size, "%.*e", count - 1, value);
    bool is_same = is_float ? strtof(digits, NULL) == (float)value : strtod(digits, NULL) == value;
    if (is_same) return;
  }
}

/* As Double.toString and Float.toString write it. */
static void put_fraction(Text *text, double value, bool is_float) {
  put_words(text, "[\"f\",\"");
  if (value != value) put_words(text, "NaN");
  else if (value - value != 0) put_words(text, value > 0 ? "Infinity" : "-Infinity");
  else if (value == 0) put_words(text, 1 / value < 0 ? "-0.0" : "0.0");
  else {
    char digits[40], plain[24];
    find_digits(value, is_float, digits, sizeof digits);
    int exponent = atoi(strchr(digits, 'e') + 1);
    int count = 0;
    for (char *at = digits; *at != 'e'; at++)
      if (*at >= '0' && *at <= '9') plain[count++] = *at;
    if (value < 0) put(text, "-", 1);
    bool is_scientific = exponent < -3 || exponent >= 7;
    int before = is_scientific ? 1 : exponent + 1;
    if (before <= 0) {
      put_words(text, "0.");
      for (; before < 0; before++) put(text, "0", 1);
      put(text, plain, (size_t)count);
    } else {
      for (int at = 0; at < before; at++) put(text, at < count ? &plain[at] : "0", 1);
      put(text, ".", 1);
      if (count > before) put(text, plain + before, (size_t)(count - before));
      else put(text, "0", 1);
    }
    if (is_scientific) put_format(text, "E%d", exponent);
  }
  put_words(text, "\"]");
}
