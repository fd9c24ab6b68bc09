package dev.reprise.sandbox;

/** What comes from a guest to whoever attends it. */
sealed interface Knock {

  /**
   * It asks, and waits for the answer.
   *
   * @param full whether it holds all memory that there may be
   */
  record Question(String what, String name, String text, boolean full) implements Knock {}

  /** Its engine has stopped. */
  record Stopped(Ending ending) implements Knock {}

  /**
   * Its engine could not be made, or broke in a way that no script should be able to bring about.
   */
  record Broken(Throwable cause) implements Knock {}
}
