package dev.reprise.run.retention;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the runs that the rules erase, the oldest of each group first; changes nothing. */
@ApplicationScoped
class RetentionPlans {

  private final EndedRunParts parts;
  private final EndedRuns ended;
  private final RetentionRules rules;

  @Inject
  RetentionPlans(EndedRunParts parts, EndedRuns ended, RetentionRules rules) {
    this.parts = parts;
    this.ended = ended;
    this.rules = rules;
  }

  /**
   * Returns the plan for a point in time.
   *
   * @param tenant the tenant of the runs; empty for all tenants
   * @param asOf the point in time; the plan ignores runs that ended later
   * @param maxRuns the maximum number of runs to erase
   */
  RetentionPlan plan(Optional<String> tenant, Instant asOf, int maxRuns) {
    var draft = new RetentionPlanner(ended, asOf, maxRuns);
    for (RetentionGroup group : groups(tenant)) {
      draft.walk(group);
      if (draft.isFull()) {
        break;
      }
    }
    return draft.plan();
  }

  private Collection<RetentionGroup> groups(Optional<String> tenant) {
    Map<List<Object>, RetentionGroup> groups = new LinkedHashMap<>();
    for (RetentionGroup.Part part : parts.of(tenant)) {
      RetentionRule rule = rules.of(part.tenant(), part.agent(), part.status());
      if (!rule.keep().equals(RetentionLimits.FOREVER)) {
        groups.merge(
            List.of(part.tenant(), part.agent(), rule),
            RetentionGroup.of(part, rule),
            RetentionGroup::with);
      }
    }
    return groups.values();
  }
}
