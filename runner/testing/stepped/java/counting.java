class Main {
  public static void main(String[] args) {
    int total = 0;
    for (int i = 1; i <= 75; i++) {
      total += i;
      if (i % 25 == 0) {
        System.out.println(i + " " + total);
      }
    }
    System.out.println("total " + total);
  }
}
