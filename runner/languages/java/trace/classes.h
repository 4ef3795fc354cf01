/* What the tracer knows of each class: how its objects are shown. */
#include <jvmti.h>

#define MAX_FIELDS 60
#define FIELD_STATIC 0x0008
#define FIELD_SYNTHETIC 0x1000
/* Of a class or of one of its values. */
#define IS_ENUM 0x4000

/* Objects carry their numbers in one environment, classes their descriptions in the other. */
static jvmtiEnv *ti, *class_ti;

typedef enum {
  FIELDS,
  OPAQUE,
  STRING,
  BOXED,
  ENUM,
  BUILDER,
  LAMBDA,
  CLASS,
  PRIMITIVES,
  OBJECTS,
  ARRAY_LIST,
  VECTOR,
  ARRAY_DEQUE,
  LINKED_LIST,
  PRIORITY_QUEUE,
  HASH_MAP,
  LINKED_MAP,
  TREE_MAP,
  HASH_SET,
  TREE_SET,
  LIST_N,
  LIST_12,
  ARRAYS_LIST,
  OPTIONAL,
} Form;

typedef struct {
  char *name;
  char *signature;
  jfieldID id;
} Field;

typedef struct {
  /* Without its package. */
  char *name;
  /* Of the trace; -1 if it was not written yet. */
  int type;
  Form form;
  /* The type of a boxed value or of an array's elements. */
  char primitive;
  int count;
  Field fields[MAX_FIELDS];
  /* The class that declares the fields of a collection. */
  jclass owner;
} Class;

static const struct {
  const char *signature;
  Form form;
} known_forms[] = {
  {"Ljava/lang/String;", STRING},
  {"Ljava/lang/Enum;", ENUM},
  {"Ljava/lang/AbstractStringBuilder;", BUILDER},
  {"Ljava/lang/Class;", CLASS},
  {"Ljava/util/ArrayList;", ARRAY_LIST},
  {"Ljava/util/Vector;", VECTOR},
  {"Ljava/util/ArrayDeque;", ARRAY_DEQUE},
  {"Ljava/util/LinkedList;", LINKED_LIST},
  {"Ljava/util/PriorityQueue;", PRIORITY_QUEUE},
  {"Ljava/util/LinkedHashMap;", LINKED_MAP},
  {"Ljava/util/HashMap;", HASH_MAP},
  {"Ljava/util/TreeMap;", TREE_MAP},
  {"Ljava/util/HashSet;", HASH_SET},
  {"Ljava/util/TreeSet;", TREE_SET},
  {"Ljava/util/ImmutableCollections$ListN;", LIST_N},
  {"Ljava/util/ImmutableCollections$List12;", LIST_12},
  {"Ljava/util/Arrays$ArrayList;", ARRAYS_LIST},
  {"Ljava/util/Optional;", OPTIONAL},
};

static const struct {
  const char *signature;
  char primitive;
} boxes[] = {
  {"Ljava/lang/Integer;", 'I'},
  {"Ljava/lang/Long;", 'J'},
  {"Ljava/lang/Double;", 'D'},
  {"Ljava/lang/Boolean;", 'Z'},
  {"Ljava/lang/Character;", 'C'},
  {"Ljava/lang/Float;", 'F'},
  {"Ljava/lang/Short;", 'S'},
  {"Ljava/lang/Byte;", 'B'},
};

static void release(jvmtiEnv *from, void *memory) {
  if (memory != NULL) (*from)->Deallocate(from, memory);
}

static bool is_library(const char *signature) {
  static const char *const begins[] = {"Ljava/", "Ljavax/", "Ljdk/", "Lsun/", "Lcom/sun/"};
  for (size_t at = 0; at < sizeof begins / sizeof *begins; at++)
    if (strncmp(signature, begins[at], strlen(begins[at])) == 0) return true;
  return false;
}

/* `Ljava/util/Map$Entry;` is `Map.Entry`, and `[[I` is `int[][]`. */
static void put_class_name(Text *text, const char *signature) {
  static const char *const primitives[] = {"Zboolean", "Bbyte", "Cchar", "Sshort", "Iint", "Jlong", "Ffloat", "Ddouble"};
  int levels = 0;
  for (; *signature == '['; signature++) levels++;
  if (*signature == 'L') {
    const char *begin = signature + 1;
    for (const char *at = begin; *at != 0; at++)
      if (*at == '/') begin = at + 1;
    size_t start = text->length;
    put(text, begin, strcspn(begin, ";"));
    for (size_t at = start; at < text->length; at++)
      if (text->bytes[at] == '$' && at > start) text->bytes[at] = '.';
    char *cut = text_of_name(text->bytes + start);
    text->length = start;
    put_words(text, cut);
    free(cut);
  } else {
    for (size_t at = 0; at < sizeof primitives / sizeof *primitives; at++)
      if (primitives[at][0] == *signature) put_words(text, primitives[at] + 1);
  }
  for (; levels > 0; levels--) put_words(text, "[]");
}

static void add_fields(Class *class, jclass declaring) {
  jint count;
  jfieldID *ids;
  if ((*ti)->GetClassFields(ti, declaring, &count, &ids) != 0) return;
  for (jint at = 0; at < count && class->count < MAX_FIELDS; at++) {
    jint modifiers;
    char *name, *signature;
    if ((*ti)->GetFieldModifiers(ti, declaring, ids[at], &modifiers) != 0) continue;
    if (modifiers & (FIELD_STATIC | FIELD_SYNTHETIC)) continue;
    if ((*ti)->GetFieldName(ti, declaring, ids[at], &name, &signature, NULL) != 0) continue;
    class->fields[class->count++] = (Field){text_of_name(name), strdup(signature), ids[at]};
    release(ti, name);
    release(ti, signature);
  }
  release(ti, ids);
}

/* The form of a library's class; FIELDS if its superclass decides. */
static Form form_of(Class *class, const char *signature) {
  for (size_t at = 0; at < sizeof known_forms / sizeof *known_forms; at++)
    if (strcmp(known_forms[at].signature, signature) == 0) return known_forms[at].form;
  for (size_t at = 0; at < sizeof boxes / sizeof *boxes; at++) {
    if (strcmp(boxes[at].signature, signature) != 0) continue;
    class->primitive = boxes[at].primitive;
    return BOXED;
  }
  return FIELDS;
}

/* Looks at a class and those above it: the first that is known decides; fields come from the program's classes. */
static void describe_class(JNIEnv *jni, Class *class, jclass type, const char *signature) {
  if (signature[0] == '[') {
    class->primitive = signature[1];
    class->form = signature[1] == '[' || signature[1] == 'L' ? OBJECTS : PRIMITIVES;
    return;
  }
  if (strstr(signature, "$$Lambda") != NULL) {
    class->form = LAMBDA;
    return;
  }
  bool is_own = false;
  class->form = FIELDS;
  for (jclass at = type; at != NULL; at = (*jni)->GetSuperclass(jni, at)) {
    char *name;
    if ((*ti)->GetClassSignature(ti, at, &name, NULL) != 0) break;
    bool is_object = strcmp(name, "Ljava/lang/Object;") == 0;
    if (is_library(name)) {
      Form form = form_of(class, name);
      if (form != FIELDS) {
        class->form = form;
        class->owner = (*jni)->NewGlobalRef(jni, at);
        release(ti, name);
        return;
      }
      if (strcmp(name, "Ljava/lang/Throwable;") == 0) {
        is_own = true;
        jfieldID message = (*jni)->GetFieldID(jni, at, "detailMessage", "Ljava/lang/String;");
        if (message != NULL && class->count < MAX_FIELDS)
          class->fields[class->count++] = (Field){"message", "Ljava/lang/String;", message};
      }
    } else {
      is_own = true;
      add_fields(class, at);
    }
    release(ti, name);
    if (is_object) break;
  }
  if (!is_own) class->form = OPAQUE;
}

/* The description of an object's class. */
static Class *class_of(JNIEnv *jni, jobject object) {
  jclass type = (*jni)->GetObjectClass(jni, object);
  jlong tag = 0;
  (*class_ti)->GetTag(class_ti, type, &tag);
  if (tag != 0) return (Class *)(intptr_t)tag;
  Class *class = require_memory(calloc(1, sizeof *class));
  class->type = -1;
  char *signature;
  if ((*ti)->GetClassSignature(ti, type, &signature, NULL) == 0) {
    Text name = {0};
    put_class_name(&name, signature);
    class->name = name.bytes;
    describe_class(jni, class, type, signature);
    release(ti, signature);
  }
  (*class_ti)->SetTag(class_ti, type, (jlong)(intptr_t)class);
  return class;
}
