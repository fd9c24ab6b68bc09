package dev.reprise.definition;

/** The version of an agent that a run keeps is not there, or not what it was. */
public class UnknownAgentVersionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnknownAgentVersionException(String message) {
    super(message);
  }
}
