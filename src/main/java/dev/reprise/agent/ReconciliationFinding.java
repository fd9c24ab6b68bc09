package dev.reprise.agent;

/** What a tool says became of a call of its own whose outcome was unknown. */
public enum ReconciliationFinding {
  /** It happened; the tool says what it gave. */
  HAPPENED,
  /** It did not happen and may be run again. */
  DID_NOT_HAPPEN,
  /** The tool could not find out. */
  COULD_NOT_TELL
}
