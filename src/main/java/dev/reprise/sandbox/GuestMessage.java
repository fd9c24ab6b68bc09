package dev.reprise.sandbox;

/** A message from a guest to the thread that serves it. */
sealed interface GuestMessage {

  /**
   * The guest calls its host, and waits for the answer.
   *
   * @param full whether the guest has all the memory that it may have
   */
  record HostCall(String what, String name, String text, boolean full) implements GuestMessage {}

  /** The guest's engine has stopped. */
  record Exited(ScriptResult ending) implements GuestMessage {}

  /**
   * The guest's engine could not be created, or broke in a way that no script should be able to
   * cause.
   */
  record Crashed(Throwable cause) implements GuestMessage {}
}
