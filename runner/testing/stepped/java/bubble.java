import java.util.Arrays;

class Main {
  static void sort(int[] numbers) {
    for (int i = 0; i < numbers.length - 1; i++) {
      for (int j = 0; j < numbers.length - 1 - i; j++) {
        if (numbers[j] > numbers[j + 1]) {
          int other = numbers[j];
          numbers[j] = numbers[j + 1];
          numbers[j + 1] = other;
        }
      }
    }
  }

  public static void main(String[] args) {
    int[] numbers = {9, 4, 7, 1, 8, 2, 6, 3, 5, 0};
    sort(numbers);
    System.out.println(Arrays.toString(numbers));
  }
}
