package dev.reprise.model;

import dev.reprise.agent.message.Failure;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;

/** A model did not reply. */
public final class ModelException extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient Failure failure;
  private final transient Fault fault;

  /** Says why asking again does not help either. */
  public ModelException(Failure failure) {
    this(failure, new Fault(FailureClass.UNKNOWN, failure.message()));
  }

  /** Says what kind of failure it was, from which it follows whether to ask again. */
  public ModelException(Fault fault) {
    this(new Failure(fault.kind().code(), fault.message()), fault);
  }

  /**
   * Says what kind of failure it was.
   *
   * @param met what was met, for the log
   */
  public ModelException(Fault fault, Throwable met) {
    this(fault);
    initCause(met);
  }

  /**
   * Says both, in words of the provider's own.
   *
   * @param fault why, for those who may ask again
   */
  public ModelException(Failure failure, Fault fault) {
    super(failure.toString());
    this.failure = failure;
    this.fault = fault;
  }

  /** Returns what went wrong, for the journal. */
  public Failure failure() {
    return failure;
  }

  /** Returns what went wrong, for those who may ask again. */
  public Fault fault() {
    return fault;
  }
}
