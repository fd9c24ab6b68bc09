package dev.reprise.execution;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Compaction;
import dev.reprise.agent.JsonValue;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.execution.World.Mood;
import dev.reprise.platform.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Agents of one to three phases, each with up to three turns of up to three calls. */
final class GeneratedAgents {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<String> TOOLS = List.of("look", "put", "add", "pay", "wait_until");
  private static final Limits OF_THE_RUN = new Limits(20, Duration.ofDays(30));

  private GeneratedAgents() {}

  static Arbitrary<AgentDefinition> any() {
    return Combinators.combine(phase().list().ofMinSize(1).ofMaxSize(3), compaction())
        .as(GeneratedAgents::agent);
  }

  /** None, one that is tried between all replies, and one that is due now and then. */
  private static Arbitrary<Optional<Compaction>> compaction() {
    return Arbitraries.of(
        Optional.empty(), Optional.of(new Compaction(60, 1)), Optional.of(new Compaction(150, 2)));
  }

  private static Arbitrary<PhasePlan> phase() {
    Arbitrary<Boolean> critical = Arbitraries.of(true, false);
    Arbitrary<Boolean> fails = Arbitraries.of(false, false, true);
    Arbitrary<Limits> limits =
        Arbitraries.of(
            new Limits(2, Duration.ofDays(1)),
            new Limits(10, Duration.ofMinutes(5)),
            new Limits(10, Duration.ofDays(1)));
    return Combinators.combine(
            call().list().ofMinSize(1).ofMaxSize(3).list().ofMaxSize(3), critical, fails, limits)
        .as(PhasePlan::new);
  }

  private static Arbitrary<CallPlan> call() {
    return Combinators.combine(
            Arbitraries.of("look", "put", "add", "pay", "wait_until", "missing"),
            Arbitraries.of(Mood.class))
        .as(CallPlan::new);
  }

  private record CallPlan(String tool, Mood mood) {

    ObjectNode arguments() {
      ObjectNode arguments = JSON.objectNode();
      return tool.equals("wait_until") ? wait(arguments) : arguments.put("mood", mood.name());
    }

    private ObjectNode wait(ObjectNode arguments) {
      return switch (mood) {
        case FINE -> arguments.put("for", "PT1S");
        case FAILS -> arguments.put("for", "ever");
        case LOST -> arguments.put("for", "PT1H");
        case UNSURE -> arguments.put("until", "1999-12-31T23:59:59Z");
        case VAGUE -> arguments.put("until", "2026-01-01T02:00:00Z");
      };
    }
  }

  private record PhasePlan(
      List<List<CallPlan>> turns, boolean critical, boolean fails, Limits limits) {

    Phase named(String name, String prompt) {
      return new Phase(name, new Template(prompt), TOOLS, critical, limits);
    }

    ArrayNode script() {
      ArrayNode script = JSON.arrayNode();
      for (List<CallPlan> turn : turns) {
        ArrayNode calls = script.addObject().put("reasoning", "hm").putArray("calls");
        for (CallPlan call : turn) {
          calls.addObject().put("tool", call.tool()).set("arguments", call.arguments());
        }
      }
      if (fails) {
        script.addObject().putObject("fail").put("code", "no_idea").put("message", "by script");
      } else {
        script.addObject().put("text", "{{prompt}}, done");
      }
      return script;
    }
  }

  /** Returns a later version of an agent, which has a phase more; of such a one, itself. */
  static AgentDefinition upgraded(AgentDefinition agent) {
    Phase last = agent.phases().getLast();
    if (last.name().equals("more")) {
      return agent;
    }
    var options = (ObjectNode) Json.read(agent.model().options().text());
    options.withObject("/script").putArray("more").addObject().put("text", "{{prompt}}, and more");
    var more =
        new Phase(
            "more",
            new Template("and after {{phases." + last.name() + ".output}}"),
            TOOLS,
            true,
            OF_THE_RUN);
    return new AgentDefinition(
        agent.name(),
        agent.description(),
        new ModelChoice("scripted", "default", new JsonValue(Json.write(options))),
        "since the upgrade",
        Stream.concat(agent.phases().stream(), Stream.of(more)).toList(),
        agent.limits(),
        agent.compaction());
  }

  private static AgentDefinition agent(List<PhasePlan> plans, Optional<Compaction> compaction) {
    ObjectNode script = JSON.objectNode();
    List<Phase> phases = new ArrayList<>();
    String prompt = "about {{input.topic}}";
    for (int i = 0; i < plans.size(); i++) {
      String name = "phase-" + (i + 1);
      phases.add(plans.get(i).named(name, prompt));
      script.set(name, plans.get(i).script());
      prompt = "after {{phases." + name + ".output}}";
    }
    String options = Json.write(JSON.objectNode().set("script", script));
    return new AgentDefinition(
        "generated",
        "",
        new ModelChoice("scripted", "default", new JsonValue(options)),
        "",
        phases,
        OF_THE_RUN,
        compaction);
  }
}
