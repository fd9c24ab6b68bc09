package dev.reprise.mcp;

/**
 * A call was not carried out, because its connection is of no use any more: the server has
 * forgotten the session, or cannot be reached. The cause says how. Another connection may do.
 */
final class StaleConnectionException extends Exception {

  StaleConnectionException(Throwable refusal) {
    super(refusal);
  }
}
