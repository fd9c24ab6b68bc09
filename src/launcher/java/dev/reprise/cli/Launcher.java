package dev.reprise.cli;

/**
 * Starts the command line, or says which Java it needs. This class alone is compiled for Java 8, so
 * that an older Java can say it.
 */
public final class Launcher {

  private static final int NEEDED = 21;

  private Launcher() {}

  public static void main(String[] arguments) {
    // 1.8, 11, 17
    double version = Double.parseDouble(System.getProperty("java.specification.version"));
    if (version < NEEDED) {
      System.err.println(
          "reprise needs Java "
              + NEEDED
              + " or newer. This is Java "
              + System.getProperty("java.version")
              + " in "
              + System.getProperty("java.home")
              + ": set JAVA_HOME, or call another java.");
      System.exit(1);
    }
    Main.main(arguments);
  }
}
