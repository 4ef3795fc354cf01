// Tries to change the headers of other programs, and to find out which headers they include.
#include <dirent.h>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
static int changed = 0, seen = 0;
static void attack(const std::string &folder, int depth) {
  changed += close(open((folder + "/planted").c_str(), O_CREAT | O_WRONLY, 0644)) == 0;
  changed += mkdir((folder + "/planted-folder").c_str(), 0755) == 0;
  changed += chmod(folder.c_str(), 0777) == 0;
  changed += symlink("/etc/passwd", (folder + "/link").c_str()) == 0;
  DIR *all = opendir(folder.c_str());
  if (!all) return;
  while (dirent *one = readdir(all)) {
    std::string name = one->d_name, path = folder + "/" + name;
    if (name == "." || name == "..") continue;
    if (folder == "/shared/headers") seen++;
    changed += open(path.c_str(), O_WRONLY | O_APPEND) >= 0;
    changed += unlink(path.c_str()) == 0 || rename(path.c_str(), (path + "x").c_str()) == 0;
    changed += truncate(path.c_str(), 0) == 0;
    if (depth < 3) attack(path, depth + 1);
  }
  closedir(all);
}
int main() {
  attack("/shared", 0);
  attack("/shared/headers", 1);
  std::cout << "changed " << changed << " seen " << seen << std::endl;
}
