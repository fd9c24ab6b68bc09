package dev.reprise.tool.policy;

import dev.reprise.resilience.RetryOverride;
import dev.reprise.tool.CostHint;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What applies to the calls that an agent makes of a tool: the policy's rules for the tool,
 * narrowed by the agent's grant.
 *
 * @param retry how a failed call is retried, where it differs from the profile
 * @param approval whether a person must approve each call
 * @param concurrency how many calls this server makes at once; empty for no limit
 * @param timeout how long a call may take
 * @param secrets which ones calls may use
 * @param resultLimit how many bytes of a result the model receives at once
 * @param costHint what calls are expected to cost; empty if that is not known
 * @param pausesIfDenied whether a run pauses when a person denies a call
 */
public record EffectiveToolPolicy(
    RetryOverride retry,
    ApprovalRule approval,
    Optional<Integer> concurrency,
    Duration timeout,
    Secrets secrets,
    int resultLimit,
    Optional<CostHint> costHint,
    boolean pausesIfDenied) {

  /** Returns whether calls cost anything, as far as is known. */
  public boolean isFree() {
    return costHint.filter(hint -> hint.amount(1).signum() > 0).isEmpty();
  }

  /**
   * The secrets that calls may use.
   *
   * @param allowed by the policy; {@code *} matches any characters
   * @param granted by the agent, by name; empty for all that are allowed
   */
  public record Secrets(Set<String> allowed, Optional<Set<String>> granted) {

    public Secrets {
      allowed = Set.copyOf(allowed);
      granted = granted.map(Set::copyOf);
    }

    public boolean include(String name) {
      return NamePattern.fitsAny(allowed, name)
          && granted.map(names -> names.contains(name)).orElse(true);
    }
  }
}
