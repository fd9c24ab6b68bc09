package dev.reprise.execution.budget;

import dev.reprise.execution.budget.ModelCallEstimates.AgentModel;
import dev.reprise.execution.budget.ModelCallEstimates.Habits;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.tool.policy.CallCosts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps in the database what this server learns of the costs of calls, so that the checks before
 * calls know it after a restart. One thread uses it at a time.
 */
@ApplicationScoped
class LearnedCosts {

  /** As many as each of the two keeps in memory. */
  private static final int MOST = 10_000;

  private final ModelCallEstimates models;
  private final CallCosts tools;
  private final LearnedCostTable table;

  /** What the database has from this server. */
  private final Map<AgentModel, Habits> savedModels = new HashMap<>();

  private final Map<CallCosts.Subject, BigDecimal> savedTools = new HashMap<>();

  @Inject
  LearnedCosts(ModelCallEstimates models, CallCosts tools, Database database) {
    this.models = models;
    this.tools = tools;
    this.table = new LearnedCostTable(database);
  }

  /** Takes what servers have learnt before. */
  void restore() {
    savedModels.putAll(table.models(MOST));
    models.restore(savedModels);
    savedTools.putAll(table.tools(MOST));
    tools.restore(savedTools);
  }

  /** Writes what has changed since it was written; what fails is written the next time. */
  void save() {
    save(models.habits(), savedModels, table::put);
    save(tools.learnt(), savedTools, table::put);
  }

  private interface Write<K, V> {
    void put(K key, V value);
  }

  private static <K, V> void save(Map<K, V> learnt, Map<K, V> saved, Write<K, V> write) {
    for (Map.Entry<K, V> each : learnt.entrySet()) {
      if (!each.getValue().equals(saved.get(each.getKey()))) {
        write.put(each.getKey(), each.getValue());
        saved.put(each.getKey(), each.getValue());
      }
    }
  }
}
