package dev.reprise.agent;

/** What a person says of a tool call whose outcome nobody knows. */
public enum OperatorVerdict {
  /** It happened; the person says what it gave. */
  SUCCEEDED,
  /** It did not happen and is not to; the model is told. */
  FAILED,
  /** It did not happen and is to be run again. */
  RETRY
}
