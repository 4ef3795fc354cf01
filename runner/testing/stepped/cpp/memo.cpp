#include <iostream>
#include <map>

std::map<int, long> known;

long fibonacci(int n) {
  if (n < 2) {
    return n;
  }
  if (known.count(n) > 0) {
    return known[n];
  }
  long result = fibonacci(n - 1) + fibonacci(n - 2);
  known[n] = result;
  return result;
}

int main() {
  for (int i = 0; i <= 20; i += 5) {
    std::cout << i << ' ' << fibonacci(i) << '\n';
  }
}
