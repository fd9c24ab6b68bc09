package dev.reprise.demo;

import java.time.Duration;
import java.util.Locale;

/** Prints messages for the viewer. */
final class Say {

  private Say() {}

  static void step(String format, Object... values) {
    System.out.printf("%n== " + format + "%n", values);
  }

  static void line(String format, Object... values) {
    System.out.printf("   " + format + "%n", values);
  }

  static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }
}
