package dev.reprise.sandbox;

/** What comes from a guest to whoever attends it. */
sealed interface GuestMessage {

  /**
   * It asks, and waits for the answer.
   *
   * @param full whether it holds all memory that there may be
   */
  record HostCall(String what, String name, String text, boolean full) implements GuestMessage {}

  /** Its engine has stopped. */
  record Exited(ScriptResult ending) implements GuestMessage {}

  /**
   * Its engine could not be made, or broke in a way that no script should be able to bring about.
   */
  record Crashed(Throwable cause) implements GuestMessage {}
}
