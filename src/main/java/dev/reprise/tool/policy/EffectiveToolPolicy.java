package dev.reprise.tool.policy;

import dev.reprise.resilience.RetryOverride;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * On what terms an agent's calls of a tool are made: what the policy says of the tool, narrowed by
 * what the agent grants it.
 *
 * @param retry how a call that failed is made again, where it says so otherwise than the profile
 * @param approval whether a person is asked before each call
 * @param concurrency how many calls this server makes at once; empty for as many as there are
 * @param timeout how long a call may take
 * @param secrets which ones calls may use
 * @param resultLimit how many bytes of a result a model is given at once
 */
public record EffectiveToolPolicy(
    RetryOverride retry,
    boolean approval,
    Optional<Integer> concurrency,
    Duration timeout,
    Secrets secrets,
    int resultLimit) {

  /**
   * Which secrets calls may use.
   *
   * @param allowed by the policy; {@code *} stands for any characters
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
