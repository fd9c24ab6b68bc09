package dev.reprise.execution.budget;

import dev.reprise.agent.ModelId;
import dev.reprise.execution.budget.ModelCallEstimates.AgentModel;
import dev.reprise.execution.budget.ModelCallEstimates.Habits;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.RowValues;
import dev.reprise.tool.policy.CallCosts;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/**
 * What all servers have learnt of the costs of calls. Of several servers the last one counts.
 * Tested by {@code LearnedCostsTest}.
 */
final class LearnedCostTable {

  private static final String TOOLS =
      "SELECT * FROM learned_tool_cost ORDER BY updated_at DESC FETCH FIRST ? ROWS ONLY";
  private static final String MODELS =
      "SELECT * FROM learned_model_usage ORDER BY updated_at DESC FETCH FIRST ? ROWS ONLY";

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
    var row =
        RowValues.of("learned_tool_cost").set("dearest", dearest.doubleValue()).now("updated_at");
    if (!database.moves(row, "tenant = ? AND tool = ?", subject.tenant(), subject.tool())) {
      // another server may have inserted it
      database.insertIfAbsent(row.set("tenant", subject.tenant()).set("tool", subject.tool()));
    }
  }

  void put(AgentModel with, Habits habits) {
    ModelId model = with.model();
    var row =
        RowValues.of("learned_model_usage")
            .set("overhead", habits.overhead())
            .set("longest_reply", habits.longestReply())
            .set("ratio", habits.ratio())
            .now("updated_at");
    if (!database.moves(
        row,
        "agent = ? AND provider = ? AND model = ?",
        with.agent(),
        model.provider(),
        model.name())) {
      database.insertIfAbsent(
          row.set("agent", with.agent())
              .set("provider", model.provider())
              .set("model", model.name()));
    }
  }
}
