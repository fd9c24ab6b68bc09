package dev.reprise.api.undo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import dev.reprise.queue.fork.ToolCallRecord;
import dev.reprise.queue.fork.UndoPlan;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Creates the agent that carries out an undo plan. Its script has one turn for each call, so that a
 * newer call is undone before an older one, even if servers crash in between.
 */
final class UndoAgentFactory {

  static final String NAME = "undo";

  private static final String TOOL = "undo_call";

  private UndoAgentFactory() {}

  /** Returns the agent's document, as JSON. */
  static String document(UndoPlan plan) {
    List<ToolCallRecord> due = plan.due();
    ObjectNode agent = JsonNodeFactory.instance.objectNode();
    agent.put("name", NAME);
    agent.put("description", "Undoes calls of run %s, newest first.".formatted(plan.run()));
    agent.putArray("tools").add(TOOL);
    limits(agent, due);
    ObjectNode phase = agent.putArray("phases").addObject();
    phase.put("name", NAME);
    phase.put("prompt", "Undo what run %s did, newest first.".formatted(plan.run()));
    limits(phase, due);
    ObjectNode model = agent.putObject("model");
    model.put("provider", "scripted");
    ArrayNode turns = model.putObject("script").putArray(NAME);
    due.forEach(call -> turn(turns, plan, call));
    turns
        .addObject()
        .put(
            "text",
            due.stream()
                .map(call -> "- {{calls.%s}}".formatted(id(call)))
                .collect(Collectors.joining("\n")));
    return Json.write(agent);
  }

  private static void limits(ObjectNode of, List<ToolCallRecord> due) {
    of.putObject("limits").put("maxIterations", due.size() + 1).put("deadline", "P1D");
  }

  private static void turn(ArrayNode turns, UndoPlan plan, ToolCallRecord call) {
    ObjectNode asked = turns.addObject().putArray("calls").addObject();
    asked.put("id", id(call)).put("tool", TOOL);
    asked.putObject("arguments").put("run", plan.run().toString()).put("event", call.event());
  }

  private static String id(ToolCallRecord call) {
    return "e" + call.event();
  }
}
