/** Refers to the warm compiler's own classes: none may be found. */
public class ReadCompilersFolder {
  WarmCompiler itself;
  Sample sample;
  public static void main(String[] words) {}
}
