package dev.reprise.definition;

/** The version of an agent that a run pins is not stored, or was changed. */
public class UnknownAgentVersionException extends RuntimeException {

  UnknownAgentVersionException(String message) {
    super(message);
  }
}
