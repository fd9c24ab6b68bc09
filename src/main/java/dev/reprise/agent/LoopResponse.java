package dev.reprise.agent;

/** The response to a phase whose calls bring nothing new, from the mildest up. */
public enum LoopResponse {
  /** The model is told. */
  HINTED,
  /** The model is told, and repeated calls are no longer made. */
  BLOCKED,
  /** A person is asked, and the run waits for the decision. */
  ASKED;

  /** Returns whether this response is at least as strong as the other one. */
  public boolean reaches(LoopResponse other) {
    return compareTo(other) >= 0;
  }
}
