#include <iostream>
#include <map>
#include <set>
#include <string>

int main() {
  std::map<std::string, int> counts;
  std::set<std::string> repeated;
  std::string word;
  auto note = [&](const std::string &given) {
    counts[given]++;
    if (counts[given] > 1) {
      repeated.insert(given);
    }
  };
  while (std::cin >> word) {
    note(word);
  }
  for (const auto &[name, count] : counts) {
    std::cout << name << ' ' << count << '\n';
  }
  std::cout << repeated.size() << " repeated\n";
}
