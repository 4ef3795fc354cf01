import java.nio.ByteBuffer;
import java.util.ArrayList;

public class OffHeapBomb {
  public static void main(String[] words) {
    ArrayList<ByteBuffer> blocks = new ArrayList<>();
    while (true) {
      ByteBuffer block = ByteBuffer.allocateDirect(1 << 24);
      for (int at = 0; at < block.capacity(); at += 4096) block.put(at, (byte) 1);
      blocks.add(block);
    }
  }
}
