package dev.reprise.tool.policy;

import dev.reprise.agent.Role;
import dev.reprise.resilience.RetryOverride;
import dev.reprise.tool.CostHint;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a rule. Where one is empty, the rule does not set it.
 *
 * @param retry how a failed call is retried
 * @param approvals whether a person must approve each call, and what a denial does
 * @param concurrency how many calls this server makes at once, at least 1
 * @param timeout how long a call may take, whatever the tool declares
 * @param secrets names of those that calls may use; {@code *} matches any characters
 * @param resultLimit how many bytes of a result the model receives at once
 * @param costHint what calls are expected to cost, whatever the tool declares
 * @param users the users of the tool
 */
public record ToolRuleSettings(
    Optional<RetryOverride> retry,
    Approvals approvals,
    Optional<Integer> concurrency,
    Optional<Duration> timeout,
    Optional<Set<String>> secrets,
    Optional<Integer> resultLimit,
    Optional<CostHint> costHint,
    Users users) {

  /**
   * How people approve calls of a tool. Where a member is empty, the rule does not set it.
   *
   * @param rule whether a person must approve each call
   * @param pausesIfDenied whether a run pauses when a person denies a call
   */
  public record Approvals(Optional<ApprovalRule> rule, Optional<Boolean> pausesIfDenied) {

    /** Sets nothing. */
    static final Approvals NOTHING = new Approvals(Optional.empty(), Optional.empty());
  }

  /**
   * The users of a tool. An empty member allows all.
   *
   * @param roles the submitter of a run must have one of these
   */
  public record Users(
      Optional<Set<String>> tenants, Optional<Set<Role>> roles, Optional<Set<String>> agents) {

    /** Restricts nothing. */
    public static final Users ANY = new Users(Optional.empty(), Optional.empty(), Optional.empty());

    public Users {
      tenants = tenants.map(Set::copyOf);
      roles = roles.map(Set::copyOf);
      agents = agents.map(Set::copyOf);
    }
  }

  /** Sets nothing. */
  static final ToolRuleSettings NOTHING =
      new ToolRuleSettings(
          Optional.empty(),
          Approvals.NOTHING,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Users.ANY);

  public ToolRuleSettings {
    secrets = secrets.map(Set::copyOf);
  }

  /** Returns settings that only say how calls are retried. */
  public static ToolRuleSettings retrying(RetryOverride retry) {
    return new ToolRuleSettings(
        Optional.of(retry),
        Approvals.NOTHING,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Users.ANY);
  }
}
