package dev.reprise.tool.policy;

/** Whether a person must approve the calls of a tool. */
public enum ApprovalRule {
  /** Each call. */
  ALWAYS,
  /** What is expensive, large or rebuilds something, as {@link CostGates} says. */
  BY_COST,
  /** No call, whatever it costs. */
  NEVER
}
