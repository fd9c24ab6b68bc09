package dev.reprise.agent;

/**
 * One respect in which something is not what it was.
 *
 * @param at where, for example {@code tools.put} or {@code phases.survey.prompt}
 * @param message what is different there, in words that follow on the place
 */
public record Difference(String at, String message) {

  @Override
  public String toString() {
    return at + " " + message;
  }
}
