/** Names what a warm compiler has beside it: nothing of it may be found. */
public class ReadCompilersFolder {
  WarmCompiler itself;
  Sample sample;
  public static void main(String[] words) {}
}
