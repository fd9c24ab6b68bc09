package dev.reprise.definition;

/** The version of an agent that a run keeps is not there, or not what it was. */
public class UnknownAgentVersion extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnknownAgentVersion(String message) {
    super(message);
  }
}
