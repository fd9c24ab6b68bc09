package dev.reprise.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * Prints figures on the console and writes them to a file, one line each: {@code bench <database>
 * <workload> <figure> <value> <unit>}.
 */
record Results(Path file) {

  /** Starts a new file. */
  static Results in(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "");
    return new Results(file);
  }

  void add(String database, String workload, String figure, double value, String unit) {
    String line =
        "bench %s %s %s %s %s\n".formatted(database, workload, figure, rounded(value), unit);
    System.out.print(line);
    try {
      Files.writeString(file, line, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rounds to three significant digits, never with an exponent. */
  private static String rounded(double value) {
    int digits = value == 0 ? 0 : (int) Math.floor(Math.log10(Math.abs(value)));
    return String.format(Locale.ROOT, "%." + Math.clamp(2 - digits, 0, 6) + "f", value);
  }
}
