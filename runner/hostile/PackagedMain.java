package outer.inner;

public class PackagedMain {
  public static void main(String[] words) {
    System.out.println("packaged");
  }
}
