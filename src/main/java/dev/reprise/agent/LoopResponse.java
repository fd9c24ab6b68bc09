package dev.reprise.agent;

/** What is done about a phase whose calls bring nothing new, from the mildest on. */
public enum LoopResponse {
  /** The model is told. */
  HINTED,
  /** The model is told, and calls that it repeated are not made any more. */
  BLOCKED,
  /** A person is asked, and the run waits for a word. */
  ASKED;

  /** Returns whether this is at least what another one is. */
  public boolean reaches(LoopResponse other) {
    return compareTo(other) >= 0;
  }
}
