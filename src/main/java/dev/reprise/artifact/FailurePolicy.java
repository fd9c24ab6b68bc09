package dev.reprise.artifact;

/** What becomes of a call that fails in spite of repair. */
public enum FailurePolicy {

  /** The caller gets the failure as a result, and goes on. */
  RETURN_ERROR,

  /** The phase of the caller ends. */
  FAIL_PHASE
}
