package dev.reprise.cli.output;

import java.util.Map;
import picocli.CommandLine.Help.Ansi;

/**
 * What standard output is.
 *
 * @param isTerminal whether a person reads it
 * @param width of its lines, in characters
 */
public record Terminal(boolean isTerminal, boolean hasAnsi, int width) {

  /** The launcher script sets this property to whether standard output is a terminal. */
  public static final String PROPERTY = "reprise.terminal";

  private static final int USUAL_WIDTH = 80;

  /**
   * Returns what is known.
   *
   * @param property the value of {@link #PROPERTY}, or an empty text
   * @param guess whether standard output seems to be a terminal, if the property is not set
   */
  static Terminal of(String property, boolean guess, Map<String, String> environment) {
    boolean isTerminal = property.isEmpty() ? guess : property.equals("true");
    boolean wantsNone =
        !environment.getOrDefault("NO_COLOR", "").isEmpty()
            || environment.getOrDefault("TERM", "").equals("dumb");
    return new Terminal(
        isTerminal, isTerminal && !wantsNone, width(environment.getOrDefault("COLUMNS", "")));
  }

  /** Returns what standard output of this process is. */
  public static Terminal ofThisProcess() {
    return of(System.getProperty(PROPERTY, ""), Ansi.AUTO.enabled(), System.getenv());
  }

  private static int width(String columns) {
    return columns.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(columns) : USUAL_WIDTH;
  }
}
