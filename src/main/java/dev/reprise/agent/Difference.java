package dev.reprise.agent;

/**
 * One difference between two versions of something.
 *
 * @param at where, for example {@code tools.put} or {@code phases.survey.prompt}
 * @param message what is different there; it reads as a sentence after the place
 */
public record Difference(String at, String message) {

  @Override
  public String toString() {
    return at + " " + message;
  }
}
