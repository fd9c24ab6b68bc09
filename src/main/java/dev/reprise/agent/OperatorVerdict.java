package dev.reprise.agent;

/** A person's decision about a tool call whose outcome is unknown. */
public enum OperatorVerdict {
  /** The call happened. The person supplies its result. */
  SUCCEEDED,
  /** The call did not happen and must not be run again. The model is told. */
  FAILED,
  /** The call did not happen and must be run again. */
  RETRY
}
