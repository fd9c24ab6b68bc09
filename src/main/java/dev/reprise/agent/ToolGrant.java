package dev.reprise.agent;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * How an agent narrows what a tool may do for it. It can only take away: what the server's policy
 * refuses stays refused.
 *
 * @param only what the tool may reach, in the tool's own terms: hosts, data sources, agents or
 *     tools; empty for all that the server allows
 * @param secrets the names of the secrets that calls may use; empty for those that the server
 *     allows the tool
 * @param timeout how long a call may take, if the tool may take longer; empty for no less
 * @param approval whether a person is asked before each call, whatever the server wants
 */
public record ToolGrant(
    Set<String> only, Optional<Set<String>> secrets, Optional<Duration> timeout, boolean approval) {

  /** Takes nothing away. */
  public static final ToolGrant WHOLE =
      new ToolGrant(Set.of(), Optional.empty(), Optional.empty(), false);

  public ToolGrant {
    only = Set.copyOf(only);
    secrets = secrets.map(Set::copyOf);
    if (timeout.filter(limit -> !limit.isPositive()).isPresent()) {
      throw new IllegalArgumentException("a call takes more than no time");
    }
  }

  /** Returns whether the tool may reach this, by its exact name. */
  public boolean reaches(String name) {
    return only.isEmpty() || only.contains(name);
  }
}
