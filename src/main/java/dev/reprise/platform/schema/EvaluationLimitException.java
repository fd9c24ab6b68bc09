package dev.reprise.platform.schema;

/** A value cannot be checked by a schema within bounds. The message says which bound. */
public final class EvaluationLimitException extends RuntimeException {

  EvaluationLimitException(String message) {
    super(message);
  }
}
