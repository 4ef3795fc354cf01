/*
 * The files of a box: what the runner puts into /box before a program runs, and what it collects afterwards. Paths
 * are relative to /box and have at most MAX_PARTS names. Part of box-init.c.
 */

#define MAX_PARTS 4
/* Room for four names of 255 bytes with their separators. */
#define MAX_PATH 1024

static int is_proper_name(const char *name) { return *name != 0 && strcmp(name, ".") != 0 && strcmp(name, "..") != 0; }

/*
 * Opens the folder of a file and makes it if it is missing; no link is followed. Cuts the path into its names, and
 * `name` becomes the last one. Returns -1 if the path is not proper or something else is in the way.
 */
static int open_folder_of(char *path, char **name) {
  int folder = open("/box", O_PATH | O_DIRECTORY | O_CLOEXEC);
  *name = path;
  for (int parts = 1; folder >= 0; parts++) {
    char *end = strchr(*name, '/');
    if (end != NULL) *end = 0;
    if (!is_proper_name(*name) || parts > MAX_PARTS) break;
    if (end == NULL) return folder;
    int failed = mkdirat(folder, *name, 0755) < 0 && errno != EEXIST;
    int inner = failed ? -1 : openat(folder, *name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    close(folder);
    folder = inner;
    *name = end + 1;
  }
  if (folder >= 0) close(folder);
  return -1;
}

/* Makes a file that does not exist yet. Returns -1 if it cannot. */
static int make_file(char *path, uint32_t mode) {
  char *name;
  int folder = open_folder_of(path, &name);
  if (folder < 0) return -1;
  int fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  close(folder);
  return fd;
}

/* Put: mode (4), length of the path (4), path, bytes. */
static void put_file(uint32_t length) {
  uint32_t mode, path_length;
  char path[MAX_PATH], bytes[CHUNK];
  if (length < 8) die();
  read_all(&mode, 4);
  read_all(&path_length, 4);
  length -= 8;
  if (path_length == 0 || path_length >= sizeof path || path_length > length) die();
  read_all(path, path_length);
  path[path_length] = 0;
  length -= path_length;
  int fd = make_file(path, mode);
  if (fd < 0) {
    skip(length);
    refuse("a file could not be made in the box");
    return;
  }
  int failed = 0;
  while (length > 0 && !failed) {
    uint32_t part = length < CHUNK ? length : CHUNK;
    read_all(bytes, part);
    length -= part;
    for (uint32_t done = 0; done < part && !failed;) {
      ssize_t written = write(fd, bytes + done, part - done);
      if (written < 0) failed = 1;
      else done += (uint32_t)written;
    }
  }
  skip(length);
  close(fd);
  if (failed) refuse("a file did not fit in the box");
}

/* What to collect. The folder that is read now is the path's first `used` bytes. */
struct search {
  uint64_t bytes_left;
  uint32_t files_left, levels, is_visible;
  const char *suffix;
  char path[4096];
  size_t used;
};

/* Sends a regular file that is not too large, as sparse files may be. */
static void send_file(int folder, const char *name, struct search *search) {
  char bytes[CHUNK];
  struct stat about;
  int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return;
  if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && (uint64_t)about.st_size <= search->bytes_left) {
    search->bytes_left -= (uint64_t)about.st_size;
    search->files_left--;
    uint32_t path_length = (uint32_t)(search->used + strlen(name)), size = (uint32_t)about.st_size;
    uint32_t total = 4 + path_length + size;
    char head[5] = {'f'};
    memcpy(head + 1, &total, 4);
    write_all(CONTROL, head, sizeof head);
    write_all(CONTROL, &path_length, 4);
    write_all(CONTROL, search->path, search->used);
    write_all(CONTROL, name, path_length - search->used);
    while (size > 0) {
      ssize_t got = read(fd, bytes, size < CHUNK ? size : CHUNK);
      if (got <= 0) die();
      write_all(CONTROL, bytes, (size_t)got);
      size -= (uint32_t)got;
    }
  }
  close(fd);
}

static int ends_with(const char *name, const char *suffix) {
  size_t length = strlen(name), wanted = strlen(suffix);
  return length >= wanted && strcmp(name + length - wanted, suffix) == 0;
}

static int is_hidden(const char *name) { return *name == '.' || strcmp(name, "__pycache__") == 0; }

static void search_folder(int parent, const char *name, uint32_t level, struct search *search) {
  int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *folder = fd < 0 ? NULL : fdopendir(fd);
  struct dirent *entry;
  size_t used = search->used;
  if (folder == NULL) {
    if (fd >= 0) close(fd);
    return;
  }
  while (search->files_left > 0 && (entry = readdir(folder)) != NULL) {
    const char *inner = entry->d_name;
    size_t length = strlen(inner);
    if (!is_proper_name(inner) || (search->is_visible && is_hidden(inner))) continue;
    if (entry->d_type == DT_DIR && level < search->levels && used + length + 1 < sizeof search->path) {
      memcpy(search->path + used, inner, length);
      search->path[used + length] = '/';
      search->used = used + length + 1;
      search_folder(fd, inner, level + 1, search);
      search->used = used;
    } else if (entry->d_type == DT_REG && ends_with(inner, search->suffix)) send_file(fd, inner, search);
  }
  closedir(folder);
}

/*
 * Collect: limits of the total size (8) and of the number of files (4), levels of folders (4), whether hidden ones are
 * left out (4); then the suffix of the names. No other process is alive.
 */
static void collect(uint32_t length) {
  static struct search search;
  char suffix[64];
  if (length < 20 || length - 20 >= sizeof suffix) die();
  read_all(&search.bytes_left, 8);
  read_all(&search.files_left, 4);
  read_all(&search.levels, 4);
  read_all(&search.is_visible, 4);
  read_all(suffix, length - 20);
  suffix[length - 20] = 0;
  search.suffix = suffix;
  search.used = 0;
  search_folder(AT_FDCWD, "/box", 1, &search);
  send_frame('e', NULL, 0);
}
