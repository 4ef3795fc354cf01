/*
 * Traces a Java program (docs/api/traces.md). Loaded as an agent into the program's virtual machine, and preloaded for
 * its streams. It stops at the lines of the program's own classes in the main thread, and calls none of its methods.
 *
 * Agent options: the name of the source file.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include "text.h"
#include "streams.h"
#include "classes.h"
#include "objects.h"

#define MAX_STEPS 2000
#define MAX_DEPTH 256
#define CPU_SECONDS 4.0
/* Frames further out are not looked at again until they are inner ones. */
#define WATCHED_FRAMES 24
#define MAX_VARIABLES 100
#define MAX_STATICS 60
#define LOCAL_REFERENCES 4096

typedef struct {
  char *name;
  jint slot;
  jlocation from, to;
  char signature;
} Local;

typedef struct {
  jmethodID id;
  char *name;
  bool is_static;
  jint lines_count;
  jvmtiLineNumberEntry *lines;
  int locals_count;
  Local locals[MAX_VARIABLES];
} Method;

typedef struct {
  char *name, *value;
} Variable;

typedef struct {
  Method *method;
  /* Of the whole stack when this frame is the innermost one. */
  jint depth;
  int count;
  Variable variables[MAX_VARIABLES];
} Frame;

typedef struct {
  jclass owner;
  Field field;
  bool is_ready;
} Static;

static struct {
  jthread main;
  /* By their ids: open addressing. */
  Method **methods;
  size_t methods_room, methods_count;
  Static statics[MAX_STATICS];
  int statics_count;
  Frame *stack;
  /* The frame of statics included. */
  int depth;
  int steps, ended, line;
  Text begun;
  int begun_count;
  jmethodID last_throw;
  char *uncaught;
  bool is_busy;
  /* The virtual machine ends, and must not be asked any more. */
  bool is_over;
} tracer;

/* Several threads load classes. */
static pthread_mutex_t methods_lock = PTHREAD_MUTEX_INITIALIZER;
/* Another thread may end the virtual machine while the main thread makes a step. */
static pthread_mutex_t event_lock = PTHREAD_MUTEX_INITIALIZER;

static size_t place_of(jmethodID id) { return ((uintptr_t)id >> 3) * 2654435761u % tracer.methods_room; }

static Method *find_method(jmethodID id) {
  pthread_mutex_lock(&methods_lock);
  Method *found = NULL;
  for (size_t at = 0; at < tracer.methods_room; at++) {
    found = tracer.methods[(place_of(id) + at) % tracer.methods_room];
    if (found == NULL || found->id == id) break;
  }
  pthread_mutex_unlock(&methods_lock);
  return found;
}

static void add_method(Method *method) {
  if (2 * (tracer.methods_count + 1) >= tracer.methods_room) {
    Method **old = tracer.methods;
    size_t room = tracer.methods_room;
    tracer.methods_room = 2 * room + 256;
    tracer.methods = require_memory(calloc(tracer.methods_room, sizeof *tracer.methods));
    for (size_t at = 0; at < room; at++) {
      if (old[at] == NULL) continue;
      size_t place = place_of(old[at]->id);
      while (tracer.methods[place] != NULL) place = (place + 1) % tracer.methods_room;
      tracer.methods[place] = old[at];
    }
    free(old);
  }
  size_t place = place_of(method->id);
  while (tracer.methods[place] != NULL) place = (place + 1) % tracer.methods_room;
  tracer.methods[place] = method;
  tracer.methods_count++;
}

static void keep_method(Method *method) {
  pthread_mutex_lock(&methods_lock);
  add_method(method);
  pthread_mutex_unlock(&methods_lock);
}

/* Whether the main thread is in a reader that fills its buffer as far as it can. */
static bool is_reading_ahead(void) {
  jvmtiFrameInfo frames[8];
  jint count = 0;
  if (tracer.main == NULL || (*ti)->GetStackTrace(ti, NULL, 0, 8, frames, &count) != 0) return false;
  bool is_ahead = false;
  for (jint at = 0; at < count && !is_ahead; at++) {
    char *name;
    if ((*ti)->GetMethodName(ti, frames[at].method, &name, NULL, NULL) != 0) continue;
    is_ahead = strcmp(name, "implRead") == 0;
    release(ti, name);
  }
  return is_ahead;
}

/* The name of a member, after that of its class. */
static void put_name(Text *text, const char *name) {
  char *cut = text_of_name(name);
  put_words(text, ".");
  put_words(text, cut);
  free(cut);
}

static char *method_name(const char *class_signature, const char *name) {
  Text text = {0};
  if (strncmp(name, "lambda$", 7) == 0) {
    put_words(&text, "lambda");
    return text.bytes;
  }
  put_class_name(&text, class_signature);
  if (strcmp(name, "<clinit>") == 0) put_words(&text, " (static)");
  else if (strcmp(name, "<init>") != 0) {
    put_name(&text, name);
  }
  return text.bytes;
}

static void add_locals(Method *method) {
  jint count;
  jvmtiLocalVariableEntry *all;
  if ((*ti)->GetLocalVariableTable(ti, method->id, &count, &all) != 0) return;
  for (jint at = 0; at < count; at++) {
    if (method->locals_count < MAX_VARIABLES) {
      method->locals[method->locals_count++] = (Local){
        text_of_name(all[at].name), all[at].slot, all[at].start_location,
        all[at].start_location + all[at].length, all[at].signature[0]};
    }
    release(ti, all[at].name);
    release(ti, all[at].signature);
    release(ti, all[at].generic_signature);
  }
  release(ti, all);
}

/* What the compiler made: constructors that do nothing, and what makes the values of an enum. */
static bool is_implied(jmethodID id, const char *name, bool is_enum) {
  jlocation from, to;
  if (is_enum && strcmp(name, "<clinit>") == 0) return true;
  bool is_constructor = strcmp(name, "<init>") == 0;
  return is_constructor && (*ti)->GetMethodLocation(ti, id, &from, &to) == 0 && to <= (is_enum ? 6 : 4);
}

static void watch_method(jmethodID id, const char *class_signature, bool is_enum) {
  jboolean is_synthetic = JNI_FALSE;
  char *name;
  jint count, modifiers = 0;
  jvmtiLineNumberEntry *lines;
  if ((*ti)->GetMethodName(ti, id, &name, NULL, NULL) != 0) return;
  (*ti)->IsMethodSynthetic(ti, id, &is_synthetic);
  bool is_hidden = is_synthetic && strncmp(name, "lambda$", 7) != 0;
  if (!is_hidden && !is_implied(id, name, is_enum) && (*ti)->GetLineNumberTable(ti, id, &count, &lines) == 0) {
    Method *method = require_memory(calloc(1, sizeof *method));
    (*ti)->GetMethodModifiers(ti, id, &modifiers);
    *method = (Method){.id = id, .name = method_name(class_signature, name), .lines_count = count, .lines = lines,
                       .is_static = (modifiers & FIELD_STATIC) != 0};
    add_locals(method);
    keep_method(method);
    for (jint at = 0; at < count; at++) (*ti)->SetBreakpoint(ti, id, lines[at].start_location);
  }
  release(ti, name);
}

static void keep_static(Static one) {
  pthread_mutex_lock(&methods_lock);
  if (tracer.statics_count < MAX_STATICS) {
    tracer.statics[tracer.statics_count] = one;
    __atomic_store_n(&tracer.statics_count, tracer.statics_count + 1, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&methods_lock);
}

static void add_statics(JNIEnv *jni, jclass type) {
  jint count;
  jfieldID *ids;
  if ((*ti)->GetClassFields(ti, type, &count, &ids) != 0) return;
  for (jint at = 0; at < count; at++) {
    jint modifiers;
    char *name, *signature;
    if ((*ti)->GetFieldModifiers(ti, type, ids[at], &modifiers) != 0) continue;
    if (!(modifiers & FIELD_STATIC) || modifiers & (FIELD_SYNTHETIC | IS_ENUM)) continue;
    if ((*ti)->GetFieldName(ti, type, ids[at], &name, &signature, NULL) != 0) continue;
    char *class_signature;
    Text full = {0};
    if ((*ti)->GetClassSignature(ti, type, &class_signature, NULL) == 0) {
      put_class_name(&full, class_signature);
      release(ti, class_signature);
    }
    put_name(&full, name);
    jclass owner = (*jni)->NewGlobalRef(jni, type);
    keep_static((Static){owner, {full.bytes, strdup(signature), ids[at]}, false});
    release(ti, name);
    release(ti, signature);
  }
  release(ti, ids);
}

static void JNICALL on_class(jvmtiEnv *from, JNIEnv *jni, jthread thread, jclass type) {
  (void)from;
  (void)thread;
  char *signature;
  if ((*ti)->GetClassSignature(ti, type, &signature, NULL) != 0) return;
  jobject loader = NULL;
  (*ti)->GetClassLoader(ti, type, &loader);
  if (loader != NULL && !is_library(signature) && strstr(signature, "$$Lambda") == NULL) {
    jint count, modifiers = 0;
    jmethodID *ids;
    (*ti)->GetClassModifiers(ti, type, &modifiers);
    if ((*ti)->GetClassMethods(ti, type, &count, &ids) == 0) {
      for (jint at = 0; at < count; at++) watch_method(ids[at], signature, (modifiers & IS_ENUM) != 0);
      release(ti, ids);
    }
    add_statics(jni, type);
  }
  release(ti, signature);
}

static int line_at(const Method *method, jlocation place) {
  int line = 0;
  jlocation best = -1;
  for (jint at = 0; at < method->lines_count; at++) {
    if (method->lines[at].start_location > place || method->lines[at].start_location < best) continue;
    best = method->lines[at].start_location;
    line = method->lines[at].line_number;
  }
  return line;
}

static void write_line(Text *line) {
  if (streams.written + line->length > MAX_BYTES - END_BYTES) end_trace("{\"end\":\"bytes\"}\n");
  write_all(line->bytes, line->length);
}

static void pop_frame(void) {
  Frame *frame = &tracer.stack[--tracer.depth];
  for (int at = 0; at < frame->count; at++) {
    free(frame->variables[at].name);
    free(frame->variables[at].value);
  }
  if (tracer.begun_count == 0) {
    tracer.ended++;
    return;
  }
  /* It began in the same step: nobody saw it. */
  tracer.begun_count--;
  char *last = tracer.begun_count == 0 ? tracer.begun.bytes : strrchr(tracer.begun.bytes, ',');
  tracer.begun.length = (size_t)(last - tracer.begun.bytes);
}

static void push_frame(Method *method, jint depth) {
  if (tracer.depth == MAX_DEPTH) end_trace("{\"end\":\"depth\"}\n");
  Frame *frame = &tracer.stack[tracer.depth++];
  frame->method = method;
  frame->depth = depth;
  frame->count = 0;
  if (tracer.begun_count++ > 0) put_words(&tracer.begun, ",");
  put_string(&tracer.begun, method->name);
}

/* Makes the stack agree with the frame that runs now. */
static Frame *enter(Method *method, jint depth) {
  while (tracer.depth > 1) {
    Frame *top = &tracer.stack[tracer.depth - 1];
    if (top->depth < depth) break;
    if (top->depth == depth && top->method == method) return top;
    pop_frame();
  }
  push_frame(method, depth);
  return &tracer.stack[tracer.depth - 1];
}

static void put_local(JNIEnv *jni, Text *value, jint depth, const Local *local) {
  jvalue number = {0};
  jint word = 0;
  jvmtiError fault = 0;
  switch (local->signature) {
    case 'J': fault = (*ti)->GetLocalLong(ti, NULL, depth, local->slot, &number.j); break;
    case 'F': fault = (*ti)->GetLocalFloat(ti, NULL, depth, local->slot, &number.f); break;
    case 'D': fault = (*ti)->GetLocalDouble(ti, NULL, depth, local->slot, &number.d); break;
    case 'L':
    case '[': {
      jobject object = NULL;
      fault = (*ti)->GetLocalObject(ti, NULL, depth, local->slot, &object);
      if (fault == 0) put_object(jni, value, object);
      break;
    }
    default:
      fault = (*ti)->GetLocalInt(ti, NULL, depth, local->slot, &word);
      number.i = word;
      if (local->signature == 'Z') number.z = word != 0;
      if (local->signature == 'B') number.b = (jbyte)word;
      if (local->signature == 'C') number.c = (jchar)word;
      if (local->signature == 'S') number.s = (jshort)word;
  }
  if (fault != 0) {
    clear(value);
    put_words(value, "[\"u\"]");
  } else if (local->signature != 'L' && local->signature != '[') {
    put_number(value, local->signature, number);
  }
}

static Variable *find_variable(Frame *frame, const char *name) {
  for (int at = 0; at < frame->count; at++)
    if (strcmp(frame->variables[at].name, name) == 0) return &frame->variables[at];
  return NULL;
}

static void put_change(Text *list, int depth, const char *name, const Text *value) {
  put_words(list, list->length > 0 ? "," : "");
  put_format(list, "[%d,", depth);
  put_string(list, name);
  if (value != NULL) {
    put_words(list, ",");
    put(list, value->bytes, value->length);
  }
  put_words(list, "]");
}

/* Notes a variable's value, and adds it to the changes if it is another one than before. */
static void set_variable(Text *changes, int depth, Frame *frame, const char *name, const Text *value) {
  Variable *variable = find_variable(frame, name);
  if (variable != NULL && strcmp(variable->value, value->bytes) == 0) return;
  if (variable == NULL) {
    if (frame->count == MAX_VARIABLES) return;
    variable = &frame->variables[frame->count++];
    *variable = (Variable){require_memory(strdup(name)), NULL};
  }
  free(variable->value);
  variable->value = copy_of(value);
  put_change(changes, depth, name, value);
}

static bool has_local(const Method *method, const char *name, jlocation place) {
  for (int at = 0; at < method->locals_count; at++) {
    const Local *local = &method->locals[at];
    if (strcmp(local->name, name) == 0 && place >= local->from && place < local->to) return true;
  }
  return false;
}

/* The arguments of a program that was started without any: they only distract. */
static bool is_without_arguments(JNIEnv *jni, const Method *method, const Local *local, jint depth) {
  size_t length = strlen(method->name);
  bool is_main = method->is_static && length > 5 && strcmp(method->name + length - 5, ".main") == 0;
  jobject array = NULL;
  if (!is_main || local->slot != 0 || local->signature != '[') return false;
  if ((*ti)->GetLocalObject(ti, NULL, depth, 0, &array) != 0 || array == NULL) return false;
  return (*jni)->GetArrayLength(jni, array) == 0;
}

/* The variables of a frame, `above` frames of the whole stack below the innermost one. */
static void compare_frame(JNIEnv *jni, int depth, jint above, Text *set, Text *gone) {
  Frame *frame = &tracer.stack[depth];
  jmethodID id;
  jlocation place;
  if ((*ti)->GetFrameLocation(ti, NULL, above, &id, &place) != 0 || id != frame->method->id) return;
  for (int at = frame->count - 1; at >= 0; at--) {
    if (has_local(frame->method, frame->variables[at].name, place)) continue;
    put_change(gone, depth, frame->variables[at].name, NULL);
    free(frame->variables[at].name);
    free(frame->variables[at].value);
    memmove(&frame->variables[at], &frame->variables[at + 1], (size_t)(frame->count - at - 1) * sizeof(Variable));
    frame->count--;
  }
  Text value = {0};
  for (int at = 0; at < frame->method->locals_count; at++) {
    const Local *local = &frame->method->locals[at];
    if (place < local->from || place >= local->to) continue;
    if (is_without_arguments(jni, frame->method, local, above)) continue;
    clear(&value);
    put_local(jni, &value, above, local);
    set_variable(set, depth, frame, local->name, &value);
  }
  free(value.bytes);
}

static void put_static(JNIEnv *jni, Text *value, const Static *one) {
  jvalue number = {0};
  jclass owner = one->owner;
  jfieldID id = one->field.id;
  switch (one->field.signature[0]) {
    case 'Z': number.z = (*jni)->GetStaticBooleanField(jni, owner, id); break;
    case 'B': number.b = (*jni)->GetStaticByteField(jni, owner, id); break;
    case 'C': number.c = (*jni)->GetStaticCharField(jni, owner, id); break;
    case 'S': number.s = (*jni)->GetStaticShortField(jni, owner, id); break;
    case 'I': number.i = (*jni)->GetStaticIntField(jni, owner, id); break;
    case 'J': number.j = (*jni)->GetStaticLongField(jni, owner, id); break;
    case 'F': number.f = (*jni)->GetStaticFloatField(jni, owner, id); break;
    case 'D': number.d = (*jni)->GetStaticDoubleField(jni, owner, id); break;
    default: put_object(jni, value, (*jni)->GetStaticObjectField(jni, owner, id)); return;
  }
  put_number(value, one->field.signature[0], number);
}

/* A class that was not initialized yet is left alone: reading its fields could run it. */
static bool is_ready(Static *one) {
  jint status = 0;
  if (!one->is_ready && (*ti)->GetClassStatus(ti, one->owner, &status) == 0)
    one->is_ready = (status & JVMTI_CLASS_STATUS_INITIALIZED) != 0;
  return one->is_ready;
}

static void compare_statics(JNIEnv *jni, Text *set) {
  Text value = {0};
  int count = __atomic_load_n(&tracer.statics_count, __ATOMIC_ACQUIRE);
  for (int at = 0; at < count; at++) {
    if (!is_ready(&tracer.statics[at])) continue;
    clear(&value);
    put_static(jni, &value, &tracer.statics[at]);
    set_variable(set, 0, &tracer.stack[0], tracer.statics[at].field.name, &value);
  }
  free(value.bytes);
}

static void keep_outer_frames(void) {
  for (int depth = 1; depth < tracer.depth - WATCHED_FRAMES; depth++)
    for (int at = 0; at < tracer.stack[depth].count; at++) keep(tracer.stack[depth].variables[at].value);
}

static void put_state(JNIEnv *jni, Text *line, jint depth, const char *returned_type, jvalue returned) {
  Text set = {0}, gone = {0}, value = {0};
  begin_objects();
  compare_statics(jni, &set);
  int first = tracer.depth > WATCHED_FRAMES ? tracer.depth - WATCHED_FRAMES : 1;
  for (int at = first; at < tracer.depth; at++) compare_frame(jni, at, depth - tracer.stack[at].depth, &set, &gone);
  if (returned_type != NULL && *returned_type != 'V') {
    if (*returned_type == 'L' || *returned_type == '[') put_object(jni, &value, returned.l);
    else put_number(&value, *returned_type, returned);
    put_words(line, ",\"v\":");
    put(line, value.bytes, value.length);
  }
  put_objects(jni, line, keep_outer_frames);
  put_member(line, "s", &set);
  put_member(line, "d", &gone);
  free(set.bytes);
  free(gone.bytes);
  free(value.bytes);
}

typedef struct {
  const char *event;
  /* The text of an exception, as JSON; else NULL. */
  const char *text;
  /* The signature of the returned value's type; else NULL. */
  const char *returned_type;
  jvalue returned;
} Event;

static void write_step(JNIEnv *jni, jint depth, int line_number, const Event *event) {
  if (tracer.steps++ == MAX_STEPS) end_trace("{\"end\":\"steps\"}\n");
  if (cpu_seconds() > CPU_SECONDS) end_trace("{\"end\":\"time\"}\n");
  Text line = {0};
  /* Every further member begins with a comma. */
  put_format(&line, "{\"l\":%d", line_number);
  if (event->event != NULL) put_format(&line, ",\"e\":\"%s\"", event->event);
  if (event->text != NULL) {
    put_words(&line, ",\"v\":");
    put_words(&line, event->text);
  }
  if (tracer.ended > 0) put_format(&line, ",\"p\":%d", tracer.ended);
  put_member(&line, "c", &tracer.begun);
  tracer.ended = 0;
  tracer.begun_count = 0;
  clear(&tracer.begun);
  if ((*jni)->PushLocalFrame(jni, LOCAL_REFERENCES) == 0) {
    put_state(jni, &line, depth, event->returned_type, event->returned);
    (*jni)->PopLocalFrame(jni, NULL);
  }
  put_streams(&line);
  put_words(&line, "}\n");
  write_line(&line);
  free(line.bytes);
}

static void end_event(void) {
  tracer.is_busy = false;
  pthread_mutex_unlock(&event_lock);
}

/*
 * The depth of the whole stack, if this is the main thread and the tracer itself is not at work; else 0. Call
 * `end_event` if it is not 0.
 */
static jint begin_event(JNIEnv *jni, jthread thread) {
  jint depth = 0;
  if (tracer.is_busy || tracer.main == NULL) return 0;
  pthread_mutex_lock(&event_lock);
  tracer.is_busy = true;
  if (!tracer.is_over && (*jni)->IsSameObject(jni, thread, tracer.main)) (*ti)->GetFrameCount(ti, NULL, &depth);
  if (depth == 0) end_event();
  return depth;
}

static void JNICALL on_line(jvmtiEnv *from, JNIEnv *jni, jthread thread, jmethodID id, jlocation place) {
  (void)from;
  Method *method = find_method(id);
  jint depth = method == NULL ? 0 : begin_event(jni, thread);
  if (depth == 0) return;
  enter(method, depth);
  write_step(jni, depth, line_at(method, place), &(Event){0});
  end_event();
}

static void leave(JNIEnv *jni, Method *method, jint depth, const jvalue *returned) {
  Frame *top = &tracer.stack[tracer.depth - 1];
  if (tracer.depth == 1 || top->depth != depth || top->method != method) return;
  jmethodID at;
  jlocation place = 0;
  char *signature = NULL;
  (*ti)->GetFrameLocation(ti, NULL, 0, &at, &place);
  (*ti)->GetMethodName(ti, method->id, NULL, &signature, NULL);
  Event event = {.event = "return"};
  if (signature != NULL && returned != NULL) {
    event.returned_type = strchr(signature, ')') + 1;
    event.returned = *returned;
  }
  write_step(jni, depth, line_at(method, place), &event);
  release(ti, signature);
  pop_frame();
}

static void JNICALL on_leave(jvmtiEnv *from, JNIEnv *jni, jthread thread, jmethodID id, jboolean is_thrown, jvalue value) {
  (void)from;
  Method *method = find_method(id);
  jint depth = method == NULL ? 0 : begin_event(jni, thread);
  if (depth == 0) return;
  leave(jni, method, depth, is_thrown ? NULL : &value);
  end_event();
}

/* `IOException: message` as JSON, and as the words of the last line. */
static char *describe_exception(JNIEnv *jni, jobject exception) {
  Text text = {0}, message = {0};
  Class *class = class_of(jni, exception);
  put_words(&text, "\"");
  put_escaped(&text, class->name, strlen(class->name));
  jclass throwable = (*jni)->FindClass(jni, "java/lang/Throwable");
  jobject words = field_object(jni, exception, throwable, "detailMessage", "Ljava/lang/String;");
  if (words != NULL) {
    jchar units[MAX_TEXT];
    jsize full = (*jni)->GetStringLength(jni, words);
    jsize count = full < MAX_TEXT ? full : MAX_TEXT;
    (*jni)->GetStringRegion(jni, words, 0, count, units);
    put_units(&message, units, count, count);
    put_words(&text, ": ");
    put(&text, message.bytes + 1, message.length - 2);
  }
  put_words(&text, "\"");
  free(message.bytes);
  return text.bytes;
}

static void JNICALL on_throw(jvmtiEnv *from, JNIEnv *jni, jthread thread, jmethodID id, jlocation place, jobject exception, jmethodID catcher, jlocation caught_at) {
  (void)from;
  (void)caught_at;
  bool is_seen = find_method(id) != NULL || catcher == NULL || find_method(catcher) != NULL;
  jint depth = is_seen ? begin_event(jni, thread) : 0;
  if (depth == 0) return;
  if (tracer.depth > 1 && (*jni)->PushLocalFrame(jni, LOCAL_REFERENCES) == 0) {
    char *text = describe_exception(jni, exception);
    (*jni)->PopLocalFrame(jni, NULL);
    Frame *top = &tracer.stack[tracer.depth - 1];
    jmethodID method;
    jlocation at = place;
    (*ti)->GetFrameLocation(ti, NULL, depth - top->depth, &method, &at);
    write_step(jni, depth, line_at(top->method, at), &(Event){.event = "exception", .text = text});
    free(tracer.uncaught);
    tracer.uncaught = catcher == NULL ? text : NULL;
    if (catcher != NULL) free(text);
  }
  end_event();
}

static void JNICALL on_start(jvmtiEnv *from, JNIEnv *jni, jthread thread) {
  (void)from;
  tracer.main = (*jni)->NewGlobalRef(jni, thread);
  jvmtiEvent events[] = {JVMTI_EVENT_BREAKPOINT, JVMTI_EVENT_EXCEPTION, JVMTI_EVENT_METHOD_EXIT};
  for (size_t at = 0; at < sizeof events / sizeof *events; at++)
    (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, events[at], thread);
}

/* The last line says how the program ended only if it was an exception: the runner knows its status. */
static void JNICALL on_end(jvmtiEnv *from, JNIEnv *jni) {
  (void)from;
  (void)jni;
  Text line = {0};
  pthread_mutex_lock(&event_lock);
  tracer.is_over = true;
  put_words(&line, "{");
  put_streams(&line);
  if (line.length > 1) {
    line.bytes[1] = ' ';
    put_words(&line, "}\n");
    write_line(&line);
  }
  clear(&line);
  if (tracer.uncaught != NULL) {
    put_format(&line, "{\"end\":\"exception\",\"code\":1,\"text\":");
    put_words(&line, tracer.uncaught);
    put_words(&line, "}\n");
    write_all(line.bytes, line.length);
  }
  pthread_mutex_unlock(&event_lock);
  free(line.bytes);
}

static bool open_environment(JavaVM *machine, jvmtiEnv **environment) {
  jvmtiCapabilities needed = {0};
  needed.can_tag_objects = 1;
  if ((*machine)->GetEnv(machine, (void **)environment, JVMTI_VERSION_1_2) != JNI_OK) return false;
  return (**environment)->AddCapabilities(*environment, &needed) == 0;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *machine, char *options, void *reserved) {
  (void)reserved;
  /* Programs that this one starts are not traced. */
  unsetenv("LD_PRELOAD");
  if (!open_environment(machine, &ti) || !open_environment(machine, &class_ti)) return JNI_ERR;
  jvmtiCapabilities needed = {0};
  needed.can_generate_breakpoint_events = 1;
  needed.can_generate_exception_events = 1;
  needed.can_generate_method_exit_events = 1;
  needed.can_access_local_variables = 1;
  needed.can_get_line_numbers = 1;
  needed.can_get_synthetic_attribute = 1;
  jvmtiEventCallbacks calls = {
    .VMInit = on_start,
    .VMDeath = on_end,
    .ClassPrepare = on_class,
    .Breakpoint = on_line,
    .MethodExit = on_leave,
    .Exception = on_throw,
  };
  if ((*ti)->AddCapabilities(ti, &needed) != 0) return JNI_ERR;
  if ((*ti)->SetEventCallbacks(ti, &calls, sizeof calls) != 0) return JNI_ERR;
  jvmtiEvent events[] = {JVMTI_EVENT_VM_INIT, JVMTI_EVENT_VM_DEATH, JVMTI_EVENT_CLASS_PREPARE};
  for (size_t at = 0; at < sizeof events / sizeof *events; at++)
    if ((*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, events[at], NULL) != 0) return JNI_ERR;
  tracer.stack = require_memory(calloc(MAX_DEPTH, sizeof *tracer.stack));
  tracer.depth = 1;
  open_streams();
  Text head = {0};
  put_words(&head, "{\"trace\":1,\"language\":\"java\",\"files\":[");
  put_string(&head, options == NULL ? "Main.java" : options);
  put_words(&head, "]}\n");
  write_line(&head);
  free(head.bytes);
  return JNI_OK;
}
