package dev.reprise.artifact;

import dev.reprise.resilience.FailureClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How well an artifact works.
 *
 * <p>An extrinsic failure is counted and remembered, but never lowers health: other code would have
 * failed as well. Tested by {@code ArtifactTest}.
 *
 * @param successes of all generations since the last reset
 * @param failures of all generations since the last reset
 * @param recent the last results of the current code, the newest last; extrinsic failures are not
 *     among them
 * @param lastFailure of any class
 * @param repairs since the code was last rewritten
 */
public record Fitness(
    long successes,
    FailureCounts failures,
    List<Result> recent,
    Optional<Failure> lastFailure,
    int repairs) {

  /** How many results count as recent. */
  static final int WINDOW = 10;

  /** The fitness of code without calls. */
  static final Fitness NEW = new Fitness(0, FailureCounts.NONE, List.of(), Optional.empty(), 0);

  /** What a call says about the code. */
  public enum Result {
    SUCCESS,
    INTRINSIC,
    ADAPTIVE
  }

  public Fitness {
    recent = List.copyOf(recent);
  }

  Fitness succeeded() {
    return new Fitness(successes + 1, failures, and(Result.SUCCESS), lastFailure, repairs);
  }

  Fitness failed(Failure failure) {
    List<Result> results =
        failure.isOfCode()
            ? and(failure.kind() == FailureClass.ADAPTIVE ? Result.ADAPTIVE : Result.INTRINSIC)
            : recent;
    return new Fitness(successes, failures.plus(failure), results, Optional.of(failure), repairs);
  }

  /** Code that has been replaced since was called, which says nothing about the current code. */
  Fitness calledBefore(Optional<Failure> failure) {
    return new Fitness(
        successes + (failure.isEmpty() ? 1 : 0),
        failure.map(failures::plus).orElse(failures),
        recent,
        lastFailure,
        repairs);
  }

  /**
   * New code was tried that does not become current. What failed by its own fault counts as new.
   */
  Fitness tried(Generation.Trigger trigger, Optional<Failure> failure) {
    Fitness after = calledBefore(failure);
    if (failure.filter(Failure::isOfCode).isEmpty()) {
      return after;
    }
    int used = trigger == Generation.Trigger.REPAIRED ? repairs + 1 : 0;
    return new Fitness(after.successes, after.failures, recent, lastFailure, used);
  }

  /** The code was repaired: its results start again, and a repair is used up. */
  Fitness repaired() {
    return new Fitness(successes, failures, List.of(), lastFailure, repairs + 1);
  }

  /** The code was rewritten: its results start again, and so do its repairs. */
  Fitness rewritten() {
    return new Fitness(successes, failures, List.of(), lastFailure, 0);
  }

  /** Other code is current again: its results start again. */
  Fitness rolledBack() {
    return new Fitness(successes, failures, List.of(), lastFailure, repairs);
  }

  /** Returns the part of recent results that are failures, from 0 to 1. */
  public double recentFailureRate() {
    long failed = recent.stream().filter(result -> result != Result.SUCCESS).count();
    return recent.isEmpty() ? 0 : (double) failed / recent.size();
  }

  /** Returns whether the outside world has changed since the code was written. */
  public boolean isDrifted() {
    return !recent.isEmpty() && recent.getLast() == Result.ADAPTIVE;
  }

  /** Returns whether at least so many of the recent results are there, and all are successes. */
  boolean hasOnlySucceeded(int calls) {
    return recent.size() >= Math.min(calls, WINDOW)
        && recent.stream().allMatch(result -> result == Result.SUCCESS);
  }

  /** Returns whether the current code has succeeded recently. */
  public boolean hasWorked() {
    return recent.contains(Result.SUCCESS);
  }

  /** Returns whether the current code was called, and all that is known of it are failures. */
  public boolean hasOnlyFailed() {
    return !recent.isEmpty() && !hasWorked();
  }

  private List<Result> and(Result newest) {
    List<Result> all = new ArrayList<>(recent);
    all.add(newest);
    return all.subList(Math.max(0, all.size() - WINDOW), all.size());
  }
}
