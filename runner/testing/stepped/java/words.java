import java.util.Map;
import java.util.Scanner;
import java.util.TreeMap;

class Main {
  public static void main(String[] args) {
    Scanner in = new Scanner(System.in);
    Map<String, Integer> counts = new TreeMap<>();
    while (in.hasNext()) {
      String word = in.next();
      int count = counts.getOrDefault(word, 0);
      counts.put(word, count + 1);
    }
    for (Map.Entry<String, Integer> entry : counts.entrySet()) {
      System.out.println(entry.getKey() + " " + entry.getValue());
    }
  }
}
