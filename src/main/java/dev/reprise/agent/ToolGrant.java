package dev.reprise.agent;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

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
 */
public record ToolGrant(
    Set<String> only, Optional<Set<String>> secrets, Optional<Duration> timeout, boolean approval) {

  /** No restriction. */
  public static final ToolGrant WHOLE =
      new ToolGrant(Set.of(), Optional.empty(), Optional.empty(), false);

  public ToolGrant {
    only = Set.copyOf(only);
    secrets = secrets.map(Set::copyOf);
    if (timeout.filter(limit -> !limit.isPositive()).isPresent()) {
      throw new IllegalArgumentException("the timeout of a call must be more than zero");
    }
  }

  /** Returns whether the tool may reach the target of this exact name. */
  public boolean reaches(String name) {
    return only.isEmpty() || only.contains(name);
  }
}
