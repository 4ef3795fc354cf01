public class First {
  public static void main(String[] words) {}
}

public class Second {}
