package dev.reprise.execution.tool;

import dev.reprise.platform.jdbc.CountingDataSource;

/**
 * What a step or a run costs, in counts that do not depend on the machine.
 *
 * @param bytes that all threads allocate
 */
record StepCost(double statements, double roundTrips, double commits, double bytes) {

  static StepCost of(CountingDataSource.Counts counts, long bytes) {
    return new StepCost(counts.statements(), counts.roundTrips(), counts.commits(), bytes);
  }

  StepCost allocating(double allocated) {
    return new StepCost(statements, roundTrips, commits, allocated);
  }

  StepCost least(StepCost other) {
    return new StepCost(
        Math.min(statements, other.statements),
        Math.min(roundTrips, other.roundTrips),
        Math.min(commits, other.commits),
        Math.min(bytes, other.bytes));
  }

  StepCost minus(StepCost other) {
    return new StepCost(
        statements - other.statements,
        roundTrips - other.roundTrips,
        commits - other.commits,
        bytes - other.bytes);
  }

  StepCost dividedBy(int steps) {
    return new StepCost(statements / steps, roundTrips / steps, commits / steps, bytes / steps);
  }
}
