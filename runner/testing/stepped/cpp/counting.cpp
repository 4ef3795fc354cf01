#include <iostream>

int main() {
  int total = 0;
  for (int i = 1; i <= 75; i++) {
    total += i;
    if (i % 25 == 0) {
      std::cout << i << ' ' << total << '\n';
    }
  }
  std::cout << "total " << total << '\n';
}
