#include <iostream>
#include <memory>

template <typename T>
struct Node {
  T value;
  std::unique_ptr<Node<T>> next;
};

template <typename T>
class Stack {
  std::unique_ptr<Node<T>> top;
  int count = 0;

public:
  void push(T value) {
    auto made = std::make_unique<Node<T>>();
    made->value = value;
    made->next = std::move(top);
    top = std::move(made);
    count++;
  }

  T pop() {
    T value = top->value;
    top = std::move(top->next);
    count--;
    return value;
  }

  int size() const { return count; }
};

int main() {
  Stack<int> stack;
  for (int i = 0; i < 12; i++) {
    stack.push(i * 3);
  }
  int total = 0;
  while (stack.size() > 0) {
    total += stack.pop();
  }
  std::cout << "total " << total << '\n';
}
