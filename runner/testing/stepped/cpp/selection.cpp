#include <bits/stdc++.h>
using namespace std;

void sortAll(vector<int> &numbers) {
  for (size_t i = 0; i < numbers.size(); i++) {
    size_t least = i;
    for (size_t j = i + 1; j < numbers.size(); j++) {
      if (numbers[j] < numbers[least]) {
        least = j;
      }
    }
    swap(numbers[i], numbers[least]);
  }
}

int main() {
  vector<int> numbers = {9, 4, 7, 1, 8, 2, 6, 3, 5, 0};
  sortAll(numbers);
  for (int number : numbers) {
    cout << number << ' ';
  }
  cout << endl;
}
