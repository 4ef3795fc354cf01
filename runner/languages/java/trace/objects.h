/* The objects that the program's variables reach, and how they changed since the last step. */

#define MAX_OBJECTS 200
#define MAX_ELEMENTS 60
/* From this size on, only the parts that changed are written. */
#define PATCH_BYTES 512
#define MAX_TREE_DEPTH 64

typedef struct {
  char *head;
  char *elements[MAX_ELEMENTS];
  int count;
  /* In which it was last reached. */
  int round;
} Shown;

static struct {
  int round;
  /* By number, from 1. */
  Shown *shown;
  int last, room;
  /* Of this round. */
  jobject waiting[MAX_OBJECTS];
  jlong numbers[MAX_OBJECTS];
  int waiting_count;
  int types;
  Text new_types, changed, parts, gone;
} objects;

/* Elements, or keys and values by turns. */
typedef struct {
  Text elements[MAX_ELEMENTS];
  int count;
  int64_t length;
  bool is_pairs;
} Content;

static Content content;

static void put_object(JNIEnv *jni, Text *text, jobject object);

static int type_of(Class *class) {
  if (class->type < 0) {
    class->type = objects.types++;
    put_words(&objects.new_types, objects.new_types.length > 0 ? "," : "");
    put_string(&objects.new_types, class->name);
  }
  return class->type;
}

static void put_string_object(JNIEnv *jni, Text *text, jstring string) {
  jchar units[MAX_TEXT];
  jsize full = (*jni)->GetStringLength(jni, string);
  jsize count = full < MAX_TEXT ? full : MAX_TEXT;
  (*jni)->GetStringRegion(jni, string, 0, count, units);
  put_units(text, units, count, full);
}

static jobject field_object(JNIEnv *jni, jobject object, jclass owner, const char *name, const char *signature) {
  jfieldID id = (*jni)->GetFieldID(jni, owner, name, signature);
  if (id != NULL) return (*jni)->GetObjectField(jni, object, id);
  (*jni)->ExceptionClear(jni);
  return NULL;
}

static jint field_int(JNIEnv *jni, jobject object, jclass owner, const char *name) {
  jfieldID id = (*jni)->GetFieldID(jni, owner, name, "I");
  if (id != NULL) return (*jni)->GetIntField(jni, object, id);
  (*jni)->ExceptionClear(jni);
  return 0;
}

static void put_number(Text *text, char type, jvalue value) {
  switch (type) {
    case 'Z': put_words(text, value.z ? "true" : "false"); break;
    case 'B': put_integer(text, value.b); break;
    case 'C': put_format(text, "[\"c\",%d]", value.c); break;
    case 'S': put_integer(text, value.s); break;
    case 'I': put_integer(text, value.i); break;
    case 'J': put_integer(text, value.j); break;
    case 'F': put_fraction(text, value.f, true); break;
    default: put_fraction(text, value.d, false);
  }
}

static void put_field(JNIEnv *jni, Text *text, jobject object, const Field *field) {
  jvalue value = {0};
  switch (field->signature[0]) {
    case 'Z': value.z = (*jni)->GetBooleanField(jni, object, field->id); break;
    case 'B': value.b = (*jni)->GetByteField(jni, object, field->id); break;
    case 'C': value.c = (*jni)->GetCharField(jni, object, field->id); break;
    case 'S': value.s = (*jni)->GetShortField(jni, object, field->id); break;
    case 'I': value.i = (*jni)->GetIntField(jni, object, field->id); break;
    case 'J': value.j = (*jni)->GetLongField(jni, object, field->id); break;
    case 'F': value.f = (*jni)->GetFloatField(jni, object, field->id); break;
    case 'D': value.d = (*jni)->GetDoubleField(jni, object, field->id); break;
    default: put_object(jni, text, (*jni)->GetObjectField(jni, object, field->id)); return;
  }
  put_number(text, field->signature[0], value);
}

static void put_boxed(JNIEnv *jni, Text *text, jobject object, Class *class) {
  char signature[2] = {class->primitive, 0};
  Field value = {"value", signature, (*jni)->GetFieldID(jni, class->owner, "value", signature)};
  if (value.id != NULL) put_field(jni, text, object, &value);
}

/* The text of a StringBuilder: bytes of Latin-1 or UTF-16. */
static void put_builder(JNIEnv *jni, Text *text, jobject object, Class *class) {
  jint count = field_int(jni, object, class->owner, "count");
  jbyteArray bytes = field_object(jni, object, class->owner, "value", "[B");
  jfieldID coder_id = (*jni)->GetFieldID(jni, class->owner, "coder", "B");
  if (bytes == NULL || coder_id == NULL) {
    put_words(text, "\"\"");
    return;
  }
  bool is_wide = (*jni)->GetByteField(jni, object, coder_id) != 0;
  jsize room = (*jni)->GetArrayLength(jni, bytes) / (is_wide ? 2 : 1);
  jint shown = count < MAX_TEXT ? count : MAX_TEXT;
  if (shown > room) shown = room;
  jchar units[MAX_TEXT];
  jbyte narrow[MAX_TEXT];
  (*jni)->GetByteArrayRegion(jni, bytes, 0, is_wide ? 2 * shown : shown, is_wide ? (jbyte *)units : narrow);
  if (!is_wide)
    for (int at = 0; at < shown; at++) units[at] = (unsigned char)narrow[at];
  put_units(text, units, shown, count);
}

/* A reference, and the object among those of this round. */
static void refer(Text *text, jobject object, Class *class) {
  jlong number = 0;
  (*ti)->GetTag(ti, object, &number);
  bool is_new = number == 0 || objects.shown[number].round != objects.round;
  if (is_new && objects.waiting_count == MAX_OBJECTS) {
    put_words(text, "[\"x\",");
    put_string(text, class->name);
    put_words(text, "]");
    return;
  }
  if (number == 0) {
    number = ++objects.last;
    if (objects.last >= objects.room) {
      objects.room = 2 * objects.room + 256;
      objects.shown = require_memory(realloc(objects.shown, (size_t)objects.room * sizeof *objects.shown));
    }
    objects.shown[number] = (Shown){0};
    (*ti)->SetTag(ti, object, number);
  }
  if (is_new) {
    objects.shown[number].round = objects.round;
    objects.waiting[objects.waiting_count] = object;
    objects.numbers[objects.waiting_count++] = number;
  }
  put_format(text, "[\"r\",%lld]", (long long)number);
}

static void put_object(JNIEnv *jni, Text *text, jobject object) {
  if (object == NULL) {
    put_words(text, "null");
    return;
  }
  Class *class = class_of(jni, object);
  switch (class->form) {
    case STRING: put_string_object(jni, text, object); break;
    case BOXED: put_boxed(jni, text, object, class); break;
    case LAMBDA: put_words(text, "[\"x\",\"lambda\"]"); break;
    case CLASS: put_words(text, "[\"x\",\"class\"]"); break;
    case ENUM: {
      jstring name = field_object(jni, object, class->owner, "name", "Ljava/lang/String;");
      Text word = {0};
      if (name != NULL) put_string_object(jni, &word, name);
      put_format(text, "[\"x\",");
      put_words(text, word.length > 0 && word.bytes[0] == '"' ? word.bytes : "\"enum\"");
      put_words(text, "]");
      free(word.bytes);
      break;
    }
    default: refer(text, object, class);
  }
}

static void begin_content(bool is_pairs) {
  for (int at = 0; at < MAX_ELEMENTS; at++) clear(&content.elements[at]);
  content.count = 0;
  content.length = 0;
  content.is_pairs = is_pairs;
}

/* The next element; NULL if there are enough. */
static Text *next_element(void) {
  content.length++;
  return content.count < MAX_ELEMENTS ? &content.elements[content.count++] : NULL;
}

static void add_object(JNIEnv *jni, jobject object) {
  Text *element = next_element();
  if (element != NULL) put_object(jni, element, object);
}

static void add_pair(JNIEnv *jni, jobject key, jobject value) {
  Text *element = next_element();
  if (element == NULL) return;
  put(element, "[", 1);
  put_object(jni, element, key);
  put(element, ",", 1);
  put_object(jni, element, value);
  put(element, "]", 1);
}

static void add_array(JNIEnv *jni, jobjectArray array, jint from, jint count) {
  if (array == NULL) return;
  jsize length = (*jni)->GetArrayLength(jni, array);
  for (jint at = 0; at < count && at < MAX_ELEMENTS && length > 0; at++)
    add_object(jni, (*jni)->GetObjectArrayElement(jni, array, (from + at) % length));
  content.length = count;
}

static void add_primitives(JNIEnv *jni, jarray array, char type) {
  jsize length = (*jni)->GetArrayLength(jni, array);
  jsize count = length < MAX_ELEMENTS ? length : MAX_ELEMENTS;
  union {
    jboolean z[MAX_ELEMENTS];
    jbyte b[MAX_ELEMENTS];
    jchar c[MAX_ELEMENTS];
    jshort s[MAX_ELEMENTS];
    jint i[MAX_ELEMENTS];
    jlong j[MAX_ELEMENTS];
    jfloat f[MAX_ELEMENTS];
    jdouble d[MAX_ELEMENTS];
  } all;
  switch (type) {
    case 'Z': (*jni)->GetBooleanArrayRegion(jni, array, 0, count, all.z); break;
    case 'B': (*jni)->GetByteArrayRegion(jni, array, 0, count, all.b); break;
    case 'C': (*jni)->GetCharArrayRegion(jni, array, 0, count, all.c); break;
    case 'S': (*jni)->GetShortArrayRegion(jni, array, 0, count, all.s); break;
    case 'I': (*jni)->GetIntArrayRegion(jni, array, 0, count, all.i); break;
    case 'J': (*jni)->GetLongArrayRegion(jni, array, 0, count, all.j); break;
    case 'F': (*jni)->GetFloatArrayRegion(jni, array, 0, count, all.f); break;
    default: (*jni)->GetDoubleArrayRegion(jni, array, 0, count, all.d);
  }
  for (jsize at = 0; at < count; at++) {
    jvalue value = {0};
    switch (type) {
      case 'Z': value.z = all.z[at]; break;
      case 'B': value.b = all.b[at]; break;
      case 'C': value.c = all.c[at]; break;
      case 'S': value.s = all.s[at]; break;
      case 'I': value.i = all.i[at]; break;
      case 'J': value.j = all.j[at]; break;
      case 'F': value.f = all.f[at]; break;
      default: value.d = all.d[at];
    }
    Text *element = next_element();
    if (element != NULL) put_number(element, type, value);
  }
  content.length = length;
}

static void add_linked_list(JNIEnv *jni, jobject list, jclass owner) {
  jobject node = field_object(jni, list, owner, "first", "Ljava/util/LinkedList$Node;");
  jclass type = node == NULL ? NULL : (*jni)->GetObjectClass(jni, node);
  for (int at = 0; node != NULL && at < MAX_ELEMENTS; at++) {
    add_object(jni, field_object(jni, node, type, "item", "Ljava/lang/Object;"));
    node = field_object(jni, node, type, "next", "Ljava/util/LinkedList$Node;");
  }
  content.length = field_int(jni, list, owner, "size");
}

static void add_entry(JNIEnv *jni, jobject key, jobject value) {
  if (content.is_pairs) add_pair(jni, key, value);
  else add_object(jni, key);
}

static void add_hash_map(JNIEnv *jni, jobject map, jclass owner) {
  jobjectArray table = field_object(jni, map, owner, "table", "[Ljava/util/HashMap$Node;");
  jsize places = table == NULL ? 0 : (*jni)->GetArrayLength(jni, table);
  jclass type = (*jni)->FindClass(jni, "java/util/HashMap$Node");
  for (jsize at = 0; at < places && content.count < MAX_ELEMENTS; at++) {
    jobject node = (*jni)->GetObjectArrayElement(jni, table, at);
    while (node != NULL && content.count < MAX_ELEMENTS) {
      jobject key = field_object(jni, node, type, "key", "Ljava/lang/Object;");
      add_entry(jni, key, field_object(jni, node, type, "value", "Ljava/lang/Object;"));
      jobject next = field_object(jni, node, type, "next", "Ljava/util/HashMap$Node;");
      (*jni)->DeleteLocalRef(jni, node);
      node = next;
    }
  }
  content.length = field_int(jni, map, owner, "size");
}

static void add_linked_map(JNIEnv *jni, jobject map, jclass owner) {
  jclass hash_map = (*jni)->GetSuperclass(jni, owner);
  jclass entry = (*jni)->FindClass(jni, "java/util/LinkedHashMap$Entry");
  jclass node = (*jni)->FindClass(jni, "java/util/HashMap$Node");
  jobject at = field_object(jni, map, owner, "head", "Ljava/util/LinkedHashMap$Entry;");
  while (at != NULL && content.count < MAX_ELEMENTS) {
    jobject key = field_object(jni, at, node, "key", "Ljava/lang/Object;");
    add_entry(jni, key, field_object(jni, at, node, "value", "Ljava/lang/Object;"));
    at = field_object(jni, at, entry, "after", "Ljava/util/LinkedHashMap$Entry;");
  }
  content.length = field_int(jni, map, hash_map, "size");
}

static void add_subtree(JNIEnv *jni, jobject entry, jclass type, int depth) {
  static const char *const ENTRY = "Ljava/util/TreeMap$Entry;";
  if (entry == NULL || depth > MAX_TREE_DEPTH || content.count == MAX_ELEMENTS) return;
  add_subtree(jni, field_object(jni, entry, type, "left", ENTRY), type, depth + 1);
  jobject key = field_object(jni, entry, type, "key", "Ljava/lang/Object;");
  add_entry(jni, key, field_object(jni, entry, type, "value", "Ljava/lang/Object;"));
  add_subtree(jni, field_object(jni, entry, type, "right", ENTRY), type, depth + 1);
}

static void add_tree_map(JNIEnv *jni, jobject map, jclass owner) {
  jclass type = (*jni)->FindClass(jni, "java/util/TreeMap$Entry");
  add_subtree(jni, field_object(jni, map, owner, "root", "Ljava/util/TreeMap$Entry;"), type, 0);
  content.length = field_int(jni, map, owner, "size");
}

static void add_map(JNIEnv *jni, jobject map) {
  if (map == NULL) return;
  Class *class = class_of(jni, map);
  if (class->form == HASH_MAP) add_hash_map(jni, map, class->owner);
  else if (class->form == LINKED_MAP) add_linked_map(jni, map, class->owner);
  else if (class->form == TREE_MAP) add_tree_map(jni, map, class->owner);
}

static void add_fields_of(JNIEnv *jni, jobject object, Class *class) {
  for (int at = 0; at < class->count; at++) {
    Text *element = next_element();
    if (element == NULL) break;
    put(element, "[", 1);
    put_string(element, class->fields[at].name);
    put(element, ",", 1);
    put_field(jni, element, object, &class->fields[at]);
    put(element, "]", 1);
  }
}

static void add_list_12(JNIEnv *jni, jobject list, jclass owner) {
  add_object(jni, field_object(jni, list, owner, "e0", "Ljava/lang/Object;"));
  jobject second = field_object(jni, list, owner, "e1", "Ljava/lang/Object;");
  /* A list of one has a plain Object at its second place. */
  if (second != NULL && strcmp(class_of(jni, second)->name, "Object") != 0) add_object(jni, second);
}

/* Fills `content`. Returns the kind in the trace. */
static const char *describe(JNIEnv *jni, jobject object, Class *class) {
  static const char *const ARRAY = "[Ljava/lang/Object;";
  jclass owner = class->owner;
  Form form = class->form;
  begin_content(form == HASH_MAP || form == LINKED_MAP || form == TREE_MAP);
  switch (form) {
    case PRIMITIVES: add_primitives(jni, object, class->primitive); return "array";
    case OBJECTS: add_array(jni, object, 0, (*jni)->GetArrayLength(jni, object)); return "array";
    case ARRAY_LIST: add_array(jni, field_object(jni, object, owner, "elementData", ARRAY), 0, field_int(jni, object, owner, "size")); return "list";
    case VECTOR: add_array(jni, field_object(jni, object, owner, "elementData", ARRAY), 0, field_int(jni, object, owner, "elementCount")); return "list";
    case PRIORITY_QUEUE: add_array(jni, field_object(jni, object, owner, "queue", ARRAY), 0, field_int(jni, object, owner, "size")); return "list";
    case ARRAYS_LIST: {
      jobjectArray array = field_object(jni, object, owner, "a", ARRAY);
      if (array != NULL) add_array(jni, array, 0, (*jni)->GetArrayLength(jni, array));
      return "list";
    }
    case LIST_N: {
      jobjectArray array = field_object(jni, object, owner, "elements", ARRAY);
      if (array != NULL) add_array(jni, array, 0, (*jni)->GetArrayLength(jni, array));
      return "list";
    }
    case ARRAY_DEQUE: {
      jobjectArray array = field_object(jni, object, owner, "elements", ARRAY);
      jint head = field_int(jni, object, owner, "head"), tail = field_int(jni, object, owner, "tail");
      jsize room = array == NULL ? 0 : (*jni)->GetArrayLength(jni, array);
      add_array(jni, array, head, tail >= head ? tail - head : tail - head + room);
      return "list";
    }
    case LINKED_LIST: add_linked_list(jni, object, owner); return "list";
    case LIST_12: add_list_12(jni, object, owner); return "list";
    case HASH_MAP:
    case LINKED_MAP:
    case TREE_MAP: add_map(jni, object); return "map";
    case HASH_SET: add_map(jni, field_object(jni, object, owner, "map", "Ljava/util/HashMap;")); return "set";
    case TREE_SET: add_map(jni, field_object(jni, object, owner, "m", "Ljava/util/NavigableMap;")); return "set";
    case OPTIONAL: add_object(jni, field_object(jni, object, owner, "value", "Ljava/lang/Object;")); return "list";
    case BUILDER: {
      Text *element = next_element();
      if (element != NULL) put_builder(jni, element, object, class);
      return "list";
    }
    case FIELDS: add_fields_of(jni, object, class); return "fields";
    default: return "opaque";
  }
}

static void put_head(Text *text, const char *kind, int type) {
  put_format(text, "\"%s\",%d,%lld,", kind, type, (long long)content.length);
}

/* Whether so few elements changed that they are written one by one. */
static bool is_patch(const Shown *shown, const char *head) {
  if (shown->head == NULL || strcmp(shown->head, head) != 0 || shown->count != content.count) return false;
  size_t size = 0;
  int changed = 0;
  for (int at = 0; at < content.count; at++) {
    const char *now = content.elements[at].bytes;
    size += content.elements[at].length;
    if (strcmp(shown->elements[at], now) == 0) continue;
    changed++;
    /* A key changed: the pair is another one. */
    if (content.is_pairs || now[0] == '[') {
      const char *comma = strchr(now, ',');
      if (content.is_pairs && (comma == NULL || strncmp(now, shown->elements[at], (size_t)(comma - now)) != 0)) return false;
    }
  }
  return size > PATCH_BYTES && changed * 4 <= content.count && !content.is_pairs;
}

static bool is_same(const Shown *shown, const char *head) {
  if (shown->head == NULL || strcmp(shown->head, head) != 0 || shown->count != content.count) return false;
  for (int at = 0; at < content.count; at++)
    if (strcmp(shown->elements[at], content.elements[at].bytes) != 0) return false;
  return true;
}

static void put_patches(const Shown *shown, jlong number) {
  for (int at = 0; at < content.count; at++) {
    if (strcmp(shown->elements[at], content.elements[at].bytes) == 0) continue;
    put_words(&objects.parts, objects.parts.length > 0 ? "," : "");
    put_format(&objects.parts, "[%lld,[%d],", (long long)number, at);
    put(&objects.parts, content.elements[at].bytes, content.elements[at].length);
    put_words(&objects.parts, "]");
  }
}

static void put_whole(jlong number, const Text *head) {
  put_words(&objects.changed, objects.changed.length > 0 ? "," : "");
  put_format(&objects.changed, "[%lld,", (long long)number);
  put(&objects.changed, head->bytes, head->length);
  put_words(&objects.changed, "[");
  for (int at = 0; at < content.count; at++) {
    put_words(&objects.changed, at > 0 ? "," : "");
    put(&objects.changed, content.elements[at].bytes, content.elements[at].length);
  }
  put_words(&objects.changed, "]]");
}

static void forget_content(Shown *shown) {
  free(shown->head);
  for (int at = 0; at < shown->count; at++) free(shown->elements[at]);
  shown->head = NULL;
  shown->count = 0;
}

static void compare(JNIEnv *jni, jobject object, jlong number) {
  Class *class = class_of(jni, object);
  const char *kind = describe(jni, object, class);
  bool is_named = class->form == FIELDS;
  Text head = {0};
  put_head(&head, kind, type_of(class));
  /* Describing it may have made room for more objects. */
  Shown *shown = &objects.shown[number];
  if (!is_same(shown, head.bytes)) {
    if (!is_named && is_patch(shown, head.bytes)) put_patches(shown, number);
    else put_whole(number, &head);
    forget_content(shown);
    shown->head = copy_of(&head);
    shown->count = content.count;
    for (int at = 0; at < content.count; at++) shown->elements[at] = copy_of(&content.elements[at]);
  }
  free(head.bytes);
}

/* Numbers in references of a written value are reached still, and what they refer to. */
static void keep(const char *value) {
  for (const char *at = strstr(value, "[\"r\","); at != NULL; at = strstr(at + 1, "[\"r\",")) {
    int number = atoi(at + 5);
    if (number < 1 || number > objects.last || objects.shown[number].round == objects.round) continue;
    objects.shown[number].round = objects.round;
    for (int element = 0; element < objects.shown[number].count; element++) keep(objects.shown[number].elements[element]);
  }
}

static void begin_objects(void) {
  objects.round++;
  objects.waiting_count = 0;
  clear(&objects.new_types);
  clear(&objects.changed);
  clear(&objects.parts);
  clear(&objects.gone);
}

static void put_member(Text *line, const char *name, const Text *list) {
  if (list->length == 0) return;
  put_format(line, ",\"%s\":[", name);
  put(line, list->bytes, list->length);
  put_words(line, "]");
}

/* New and changed objects, and those that neither this step nor `keep_others` reaches. */
static void put_objects(JNIEnv *jni, Text *line, void (*keep_others)(void)) {
  for (int at = 0; at < objects.waiting_count; at++) compare(jni, objects.waiting[at], objects.numbers[at]);
  keep_others();
  for (int number = 1; number <= objects.last; number++) {
    Shown *shown = &objects.shown[number];
    if (shown->head == NULL || shown->round == objects.round) continue;
    put_words(&objects.gone, objects.gone.length > 0 ? "," : "");
    put_format(&objects.gone, "%d", number);
    forget_content(shown);
  }
  put_member(line, "t", &objects.new_types);
  put_member(line, "h", &objects.changed);
  put_member(line, "a", &objects.parts);
  put_member(line, "x", &objects.gone);
}
