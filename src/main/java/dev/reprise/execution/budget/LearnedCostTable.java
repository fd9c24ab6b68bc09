package dev.reprise.execution.budget;

import dev.reprise.agent.ModelId;
import dev.reprise.execution.budget.ModelCallEstimates.AgentModel;
import dev.reprise.execution.budget.ModelCallEstimates.Habits;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.tool.policy.CallCosts;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What all servers have learnt of the costs of calls. Of several servers the last one counts. */
final class LearnedCostTable {

  private static final String TOOLS =
      """
      SELECT tenant, tool, dearest FROM learned_tool_cost
      ORDER BY updated_at DESC FETCH FIRST ? ROWS ONLY\
      """;
  private static final String CHANGE_TOOL =
      """
      UPDATE learned_tool_cost SET dearest = ?, updated_at = CURRENT_TIMESTAMP
      WHERE tenant = ? AND tool = ?\
      """;
  private static final String ADD_TOOL =
      """
      INSERT INTO learned_tool_cost (dearest, tenant, tool, updated_at)
      VALUES (?, ?, ?, CURRENT_TIMESTAMP)\
      """;
  private static final String MODELS =
      """
      SELECT agent, provider, model, overhead, longest_reply, ratio FROM learned_model_usage
      ORDER BY updated_at DESC FETCH FIRST ? ROWS ONLY\
      """;
  private static final String CHANGE_MODEL =
      """
      UPDATE learned_model_usage
      SET overhead = ?, longest_reply = ?, ratio = ?, updated_at = CURRENT_TIMESTAMP
      WHERE agent = ? AND provider = ? AND model = ?\
      """;
  private static final String ADD_MODEL =
      """
      INSERT INTO learned_model_usage
        (overhead, longest_reply, ratio, agent, provider, model, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP)\
      """;

  private final Database database;

  LearnedCostTable(Database database) {
    this.database = database;
  }

  /** Returns the most recent entries about tools. */
  Map<CallCosts.Subject, BigDecimal> tools(int most) {
    Map<CallCosts.Subject, BigDecimal> tools = new HashMap<>();
    database.rows(
        TOOLS,
        row ->
            tools.put(
                new CallCosts.Subject(row.text("tenant"), row.text("tool")),
                BigDecimal.valueOf(row.real("dearest"))),
        most);
    return tools;
  }

  /** Returns the most recent entries about models. */
  Map<AgentModel, Habits> models(int most) {
    Map<AgentModel, Habits> models = new HashMap<>();
    database.rows(
        MODELS,
        row ->
            models.put(
                new AgentModel(
                    row.text("agent"), new ModelId(row.text("provider"), row.text("model"))),
                new Habits(
                    row.number("overhead"), row.number("longest_reply"), row.number("ratio"))),
        most);
    return models;
  }

  void put(CallCosts.Subject subject, BigDecimal dearest) {
    put(CHANGE_TOOL, ADD_TOOL, dearest.doubleValue(), subject.tenant(), subject.tool());
  }

  void put(AgentModel with, Habits habits) {
    put(
        CHANGE_MODEL,
        ADD_MODEL,
        habits.overhead(),
        habits.longestReply(),
        habits.ratio(),
        with.agent(),
        with.model().provider(),
        with.model().name());
  }

  private void put(String change, String add, @Nullable Object... values) {
    if (!database.moves(change, values)) {
      database.insertIfAbsent(add, values); // another server may have inserted it
    }
  }
}
