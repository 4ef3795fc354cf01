class Main {
  static int moves;

  static int fibonacci(int n) {
    if (n < 2) {
      return n;
    }
    return fibonacci(n - 1) + fibonacci(n - 2);
  }

  static void hanoi(int count, char from, char to, char other) {
    if (count == 0) {
      return;
    }
    hanoi(count - 1, from, other, to);
    moves++;
    hanoi(count - 1, other, to, from);
  }

  public static void main(String[] args) {
    int result = fibonacci(6);
    System.out.println("fibonacci " + result);
    hanoi(4, 'A', 'C', 'B');
    System.out.println("moves " + moves);
  }
}
