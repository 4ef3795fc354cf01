// Keeps the stock of a shop: add, take and report.
import java.util.Map;
import java.util.Scanner;
import java.util.TreeMap;

class Stock {
  private final Map<String, Integer> items = new TreeMap<>();

  void add(String name, int pieces) {
    items.merge(name, pieces, Integer::sum);
  }

  boolean take(String name, int pieces) {
    Integer there = items.get(name);
    if (there == null) return false;
    if (there < pieces) return false;
    items.put(name, there - pieces);
    return true;
  }

  int count() {
    int pieces = 0;
    for (int each : items.values()) pieces += each;
    return pieces;
  }

  String report() {
    StringBuilder text = new StringBuilder();
    text.append("stock ").append(count()).append('\n');
    for (Map.Entry<String, Integer> item : items.entrySet()) {
      if (item.getValue() == 0) continue;
      text.append(item.getKey()).append(' ').append(item.getValue()).append('\n');
    }
    return text.toString();
  }
}

public class Main {
  public static void main(String[] words) {
    Stock stock = new Stock();
    Scanner input = new Scanner(System.in);
    StringBuilder output = new StringBuilder();
    while (input.hasNext()) {
      String command = input.next();
      if (command.equals("report")) {
        output.append(stock.report());
        continue;
      }
      String name = input.next();
      int pieces = input.nextInt();
      if (command.equals("add")) {
        stock.add(name, pieces);
      } else if (!stock.take(name, pieces)) {
        output.append("refused ").append(name).append('\n');
      }
    }
    System.out.print(output);
  }
}
