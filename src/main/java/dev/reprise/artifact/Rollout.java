package dev.reprise.artifact;

/** How much of generated tools is in use, in the order of a careful introduction. */
public enum Rollout {

  /**
   * Each call has its own code written. The first code of a tool is kept, and neither runs again
   * nor changes.
   */
  WRITE,

  /** Stored code also runs, for the roles that are {@linkplain TrustRules canaries}. */
  CANARY,

  /** Stored code runs for all roles. Code that must change is rewritten. */
  READ,

  /** Code that must change is repaired. */
  REPAIR
}
