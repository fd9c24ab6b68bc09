package dev.reprise.artifact;

import java.time.Duration;

/**
 * Which tools agents are told of.
 *
 * @param knownTools how many at most
 * @param halfLife after which idle time a tool is worth half
 * @param lastAfter the idle time from which a tool comes after all others
 * @param removableAfter the idle time from which a tool may be removed, not below {@code lastAfter}
 */
public record RankingRules(
    int knownTools, Duration halfLife, Duration lastAfter, Duration removableAfter) {

  public RankingRules {
    if (removableAfter.compareTo(lastAfter) < 0) {
      throw new IllegalArgumentException("a tool must come last before it may be removed");
    }
  }
}
