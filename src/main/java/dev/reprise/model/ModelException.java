package dev.reprise.model;

import dev.reprise.agent.Failure;

/** A model did not reply. */
public class ModelException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  public ModelException(Failure failure) {
    super(failure.toString());
    this.failure = failure;
  }

  /** Returns what went wrong, for the journal. */
  public Failure failure() {
    return failure;
  }
}
