class Main {
  public static void main(String[] words) {
    System.out.println("no public class");
  }
}
