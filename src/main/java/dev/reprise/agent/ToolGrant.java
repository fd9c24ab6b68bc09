package dev.reprise.agent;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How an agent restricts a tool. A grant can only restrict: what the server's policy refuses stays
 * refused.
 *
 * @param only what the tool may reach, in the tool's own terms: hosts, data sources, agents or
 *     tools; empty for everything that the server allows
 * @param secrets the names of the secrets that calls may use; empty for all that the server allows
 *     for the tool
 * @param timeout the time limit of a call, if shorter than the tool's own; empty for the tool's own
 * @param approval whether a person must approve each call, even if the server's policy does not
 *     require it
 * @param pausesIfDenied whether the run pauses when a person denies a call, even if the agent and
 *     the server's policy would have the model go on
 */
public record ToolGrant(
    Set<String> only,
    Optional<Set<String>> secrets,
    Optional<Duration> timeout,
    boolean approval,
    boolean pausesIfDenied) {

  /** No restriction. */
  public static final ToolGrant WHOLE =
      new ToolGrant(Set.of(), Optional.empty(), Optional.empty(), false);

  /** Creates a grant with which a model goes on after a person has denied a call. */
  public ToolGrant(
      Set<String> only,
      Optional<Set<String>> secrets,
      Optional<Duration> timeout,
      boolean approval) {
    this(only, secrets, timeout, approval, false);
  }

  public ToolGrant {
    only = Set.copyOf(only);
    secrets = secrets.map(Set::copyOf);
    if (timeout.filter(limit -> !limit.isPositive()).isPresent()) {
      throw new IllegalArgumentException("the timeout of a call must be more than zero");
    }
  }

  /**
   * Returns this grant where another one restricts it as well; empty if the two have no target in
   * common.
   */
  public Optional<ToolGrant> within(ToolGrant other) {
    Set<String> both = targetsInBoth(only, other.only);
    if (both.isEmpty() && !only.isEmpty()) {
      return Optional.empty();
    }
    Optional<Set<String>> usable =
        secrets
            .map(mine -> other.secrets.map(its -> inBoth(mine, its)).orElse(mine))
            .or(other::secrets);
    Optional<Duration> shorter =
        Stream.of(timeout, other.timeout).flatMap(Optional::stream).min(Duration::compareTo);
    return Optional.of(
        new ToolGrant(
            both,
            usable,
            shorter,
            approval || other.approval,
            pausesIfDenied || other.pausesIfDenied));
  }

  /** Returns whether the tool may reach the target of this exact name. */
  public boolean reaches(String name) {
    return only.isEmpty() || only.contains(name);
  }

  /** An empty set restricts nothing. */
  private static Set<String> targetsInBoth(Set<String> some, Set<String> others) {
    if (some.isEmpty() || others.isEmpty()) {
      return some.isEmpty() ? others : some;
    }
    return inBoth(some, others);
  }

  private static Set<String> inBoth(Set<String> some, Set<String> others) {
    return some.stream().filter(others::contains).collect(Collectors.toUnmodifiableSet());
  }
}
