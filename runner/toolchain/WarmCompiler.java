import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A compiler that is started and warmed up before it is needed. It runs in a box like any program and compiles
 * one source at a time. It never runs what it compiles.
 *
 * Request, big-endian: length and name of the file, length and further options (one a line), length and bytes of the
 * source.
 * Answer: length of everything that follows (0 when ready), exit status of the compiler, length and bytes of its
 * output, number of class files, and for each the length and bytes of its name and of its content.
 *
 * The answer equals that of javac on the command line: classes are found only in the working folder, never among
 * this program's own. If the compiler's output exceeds the limit, the answer is a failure and the runner uses the
 * plain compiler.
 */
public final class WarmCompiler {
  private static final int WARM_UP_ROUNDS = 6;
  private static final int MOST_PRINTED_BYTES = 256 * 1024;
  private static final int TROUBLE = 4;
  private static final String[] CLASS_PATH = {"-cp", "."};
  private static final String SAMPLE = """
      import java.util.*;
      import java.util.function.*;
      import java.util.stream.*;
      public class Sample {
        interface Shape { double area(); }
        record Circle(double radius) implements Shape { public double area() { return Math.PI * radius * radius; } }
        enum Colour { RED, GREEN }
        static <T extends Comparable<T>> T largest(List<T> all) { return all.stream().max(Comparator.naturalOrder()).get(); }
        public static void main(String[] words) {
          Scanner input = new Scanner(System.in);
          Map<String, Integer> counts = new TreeMap<>();
          while (input.hasNext()) counts.merge(input.next(), 1, Integer::sum);
          for (Map.Entry<String, Integer> one : counts.entrySet()) System.out.printf("%s %d%n", one.getKey(), one.getValue());
          int[] numbers = {3, 1, 2};
          Arrays.sort(numbers);
          StringBuilder text = new StringBuilder();
          for (int number : numbers) text.append(number).append(' ');
          try { System.out.println(text + IntStream.range(0, 5).mapToObj(i -> "n" + i).collect(Collectors.joining(","))); }
          catch (RuntimeException problem) { throw new IllegalStateException(problem); }
          switch (Colour.RED) { case RED -> System.out.println(new Circle(2).area()); default -> System.out.println(largest(List.of(1, 2))); }
        }
      }
      """;

  private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
  private final String[] options;

  private WarmCompiler(String[] options) {
    this.options = options;
  }

  public static void main(String[] options) throws IOException {
    WarmCompiler warm = new WarmCompiler(options);
    DataOutputStream output = new DataOutputStream(new ByteArrayOutputStream());
    for (int round = 0; round < WARM_UP_ROUNDS; round++)
      warm.serve("Sample.java", new String[0], SAMPLE.getBytes(StandardCharsets.UTF_8), output);
    System.gc();
    DataInputStream orders = new DataInputStream(System.in);
    DataOutputStream answers = new DataOutputStream(System.out);
    answers.writeInt(0);
    answers.flush();
    try {
      while (true) {
        String name = new String(readBlock(orders), StandardCharsets.UTF_8);
        String[] further = new String(readBlock(orders), StandardCharsets.UTF_8).lines().toArray(String[]::new);
        byte[] source = readBlock(orders);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        warm.serve(name, further, source, new DataOutputStream(answer));
        answers.writeInt(answer.size());
        answer.writeTo(answers);
        answers.flush();
      }
    } catch (EOFException end) {
      // There is nothing more to compile.
    }
  }

  /** Discards output beyond the limit and records that it did. */
  private static final class BoundedOutput extends ByteArrayOutputStream {
    private boolean isFull;

    @Override
    public synchronized void write(byte[] bytes, int start, int length) {
      isFull |= size() + length > MOST_PRINTED_BYTES;
      if (!isFull) super.write(bytes, start, length);
    }

    @Override
    public synchronized void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }
  }

  private static byte[] readBlock(DataInputStream input) throws IOException {
    byte[] bytes = new byte[input.readInt()];
    input.readFully(bytes);
    return bytes;
  }

  private static void writeBlock(DataOutputStream output, byte[] bytes) throws IOException {
    output.writeInt(bytes.length);
    output.write(bytes);
  }

  private void serve(String name, String[] further, byte[] source, DataOutputStream output) throws IOException {
    Path file = Path.of(name);
    Files.write(file, source);
    BoundedOutput printed = new BoundedOutput();
    String[] words = Stream.of(CLASS_PATH, options, further, new String[] {name}).flatMap(Arrays::stream).toArray(String[]::new);
    PrintStream printer = new PrintStream(printed, true, StandardCharsets.UTF_8);
    int status = compiler.run(null, printer, printer, words);
    printer.flush();
    output.writeInt(printed.isFull ? TROUBLE : status);
    writeBlock(output, printed.toByteArray());
    ByteArrayOutputStream classes = new ByteArrayOutputStream();
    DataOutputStream classOutput = new DataOutputStream(classes);
    int count = 0;
    try (DirectoryStream<Path> made = Files.newDirectoryStream(Path.of("."))) {
      for (Path one : made) {
        if (one.toString().endsWith(".class")) {
          writeBlock(classOutput, one.getFileName().toString().getBytes(StandardCharsets.UTF_8));
          writeBlock(classOutput, Files.readAllBytes(one));
          count++;
        }
        Files.delete(one);
      }
    }
    output.writeInt(count);
    classes.writeTo(output);
  }
}
