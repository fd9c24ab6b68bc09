package dev.reprise.operations.retention;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the runs that the rules erase or cancel, the oldest of each group first. */
@ApplicationScoped
class RetentionPlans {

  private final EndedRunParts parts;
  private final EndedRuns ended;
  private final IdleRuns idle;
  private final RetentionRules rules;

  @Inject
  RetentionPlans(EndedRunParts parts, EndedRuns ended, IdleRuns idle, RetentionRules rules) {
    this.parts = parts;
    this.ended = ended;
    this.idle = idle;
    this.rules = rules;
  }

  /**
   * Returns the plan for a point in time.
   *
   * @param tenant the tenant of the runs; empty for all tenants
   * @param asOf the point in time; the plan ignores runs that ended later
   * @param maxRuns the maximum number of runs to erase, and of those to cancel
   */
  RetentionPlan plan(Optional<String> tenant, Instant asOf, int maxRuns) {
    var draft = new RetentionPlanner(ended, asOf, maxRuns);
    for (RetentionGroup group : groups(tenant)) {
      draft.walk(group);
      if (draft.isFull()) {
        break;
      }
    }
    return draft.plan(idle.find(tenant, asOf, maxRuns + 1));
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
