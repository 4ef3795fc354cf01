import java.util.ArrayList;

public class HeapBomb {
  public static void main(String[] words) {
    ArrayList<int[]> blocks = new ArrayList<>();
    while (true) blocks.add(new int[1 << 20]);
  }
}
