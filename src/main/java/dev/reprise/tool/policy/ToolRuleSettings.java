package dev.reprise.tool.policy;

import dev.reprise.agent.Role;
import dev.reprise.resilience.RetryOverride;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What a rule says; of what is empty it says nothing.
 *
 * @param retry how a call is made again
 * @param approval whether a person is asked before each call
 * @param concurrency how many calls this server makes at once, at least 1
 * @param timeout how long a call may take, whatever the tool declares
 * @param secrets names of those that calls may use; {@code *} stands for any characters
 * @param resultLimit how many bytes of a result a model is given at once
 * @param users who may use the tool
 */
public record ToolRuleSettings(
    Optional<RetryOverride> retry,
    Optional<Boolean> approval,
    Optional<Integer> concurrency,
    Optional<Duration> timeout,
    Optional<Set<String>> secrets,
    Optional<Integer> resultLimit,
    Users users) {

  /**
   * Who may use a tool: everybody of whom nothing is said.
   *
   * @param roles one of which whoever submits a run has
   */
  public record Users(
      Optional<Set<String>> tenants, Optional<Set<Role>> roles, Optional<Set<String>> agents) {

    /** Says nothing. */
    public static final Users ANY = new Users(Optional.empty(), Optional.empty(), Optional.empty());

    public Users {
      tenants = tenants.map(Set::copyOf);
      roles = roles.map(Set::copyOf);
      agents = agents.map(Set::copyOf);
    }
  }

  /** Says nothing. */
  static final ToolRuleSettings NOTHING =
      new ToolRuleSettings(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Users.ANY);

  public ToolRuleSettings {
    secrets = secrets.map(Set::copyOf);
  }

  /** Returns one that says only how calls are made again. */
  public static ToolRuleSettings retrying(RetryOverride retry) {
    return new ToolRuleSettings(
        Optional.of(retry),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Users.ANY);
  }
}
