package dev.reprise.definition;

/** The version of an agent that a run pins is not stored, or was changed. */
public class UnknownAgentVersionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnknownAgentVersionException(String message) {
    super(message);
  }
}
