package dev.reprise.agent;

/** A tool's report on one of its calls whose outcome was unknown. */
public enum ReconciliationFinding {
  /** The call happened. The tool supplies its result. */
  HAPPENED,
  /** The call did not happen and may be run again. */
  DID_NOT_HAPPEN,
  /** The tool could not find out. */
  COULD_NOT_TELL
}
