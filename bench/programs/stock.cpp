// Keeps the stock of a shop: add, take and report.
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace std;

class Stock {
public:
  void add(const string &name, int pieces) { items[name] += pieces; }

  bool take(const string &name, int pieces) {
    auto found = items.find(name);
    if (found == items.end()) return false;
    if (found->second < pieces) return false;
    found->second -= pieces;
    return true;
  }

  int count() const {
    int pieces = 0;
    for (const auto &item : items) pieces += item.second;
    return pieces;
  }

  vector<string> lines() const {
    vector<string> written;
    for (const auto &item : items) {
      if (item.second == 0) continue;
      written.push_back(item.first + " " + to_string(item.second));
    }
    return written;
  }

private:
  map<string, int> items;
};

static void report(const Stock &stock) {
  cout << "stock " << stock.count() << '\n';
  for (const string &line : stock.lines()) cout << line << '\n';
}

int main() {
  ios::sync_with_stdio(false);
  Stock stock;
  string command;
  while (cin >> command) {
    if (command == "report") {
      report(stock);
      continue;
    }
    string name;
    int pieces = 0;
    cin >> name >> pieces;
    if (command == "add") {
      stock.add(name, pieces);
    } else if (!stock.take(name, pieces)) {
      cout << "refused " << name << '\n';
    }
  }
  return 0;
}
