package dev.reprise.mcp;

/** A call was refused because its session is lost; nothing was done. The cause says how. */
final class SessionLostException extends Exception {

  private static final long serialVersionUID = 1L;

  SessionLostException(Throwable refusal) {
    super(refusal);
  }
}
