package dev.reprise.execution;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Compaction;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.OutputContract;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.execution.FakeTools.Mood;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.Budgets;
import dev.reprise.platform.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Generates agents of one to three phases. Each phase has up to three turns of up to three calls,
 * and its last turn may be repeated.
 */
final class GeneratedAgents {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<String> TOOLS =
      List.of("look", "put", "add", "pay", "wait_until", "ask_human", "delegate");
  private static final ToolGrant ASKED =
      new ToolGrant(Set.of(), Optional.empty(), Optional.empty(), true);
  private static final OutputContract CONTRACT =
      new OutputContract(new JsonValue("{\"required\":[\"done\"],\"type\":\"object\"}"), 2);
  private static final Limits OF_THE_RUN = new Limits(20, Duration.ofDays(30));

  private GeneratedAgents() {}

  static Arbitrary<AgentDefinition> any() {
    return Combinators.combine(
            phase().list().ofMinSize(1).ofMaxSize(3),
            compaction(),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false, false),
            budget())
        .as(GeneratedAgents::agent);
  }

  /** Returns an agent whose only phase makes the same calls eight times, and then answers. */
  static AgentDefinition looping() {
    List<CallPlan> turn = List.of(new CallPlan("look", Mood.FINE), new CallPlan("add", Mood.FINE));
    var limits = new Limits(10, Duration.ofDays(1));
    var plan = new PhasePlan(Collections.nCopies(8, turn), true, End.ANSWERS, limits);
    return agent(List.of(plan), Optional.empty(), false, false, Budget.NONE);
  }

  /** Returns an agent that repeats a call more often than its budget allows at first. */
  static AgentDefinition budgeted() {
    List<CallPlan> turn = List.of(new CallPlan("look", Mood.FINE));
    var limits = new Limits(10, Duration.ofMinutes(20));
    var plan = new PhasePlan(Collections.nCopies(4, turn), true, End.ANSWERS, limits);
    return agent(List.of(plan), Optional.empty(), false, true, Budgets.toolCalls(3));
  }

  /** Returns an agent whose only phase waits in every way but for guidance, and then answers. */
  static AgentDefinition waiting() {
    List<List<CallPlan>> turns =
        Stream.of(
                new CallPlan("delegate", Mood.FINE),
                new CallPlan("look", Mood.HELPED),
                new CallPlan("wait_until", Mood.FINE),
                new CallPlan("ask_human", Mood.FINE),
                new CallPlan("add", Mood.LOST))
            .map(List::of)
            .toList();
    var limits = new Limits(10, Duration.ofDays(1));
    var plan = new PhasePlan(turns, true, End.FAILS_TWICE, limits);
    return agent(List.of(plan), Optional.empty(), false, true, Budgets.toolCalls(0));
  }

  /** Returns an agent whose only call needs other agents. */
  static AgentDefinition helped() {
    List<CallPlan> turn = List.of(new CallPlan("look", Mood.HELPED));
    var limits = new Limits(10, Duration.ofDays(1));
    var plan = new PhasePlan(List.of(turn), true, End.ANSWERS, limits);
    return agent(List.of(plan), Optional.empty(), false, false, Budget.NONE);
  }

  /** Returns an agent about whose calls people say all that they can, and which then answers. */
  static AgentDefinition asking() {
    List<List<CallPlan>> turns =
        Stream.of(
                new CallPlan("add", Mood.BUSY),
                new CallPlan("put", Mood.UNSURE),
                new CallPlan("add", Mood.LOST),
                new CallPlan("put", Mood.FAILS))
            .map(List::of)
            .toList();
    var limits = new Limits(10, Duration.ofDays(1));
    var plan = new PhasePlan(turns, true, End.ANSWERS, limits);
    return agent(List.of(plan), Optional.empty(), false, true, Budget.NONE);
  }

  /** No compaction, one between all replies, and one that is due from time to time. */
  private static Arbitrary<Optional<Compaction>> compaction() {
    return Arbitraries.of(
        Optional.empty(), Optional.of(new Compaction(60, 1)), Optional.of(new Compaction(150, 2)));
  }

  /** No limit, or one that many runs reach once. */
  private static Arbitrary<Budget> budget() {
    return Arbitraries.of(Budget.NONE, Budget.NONE, Budgets.toolCalls(3), Budgets.tokens(1_060));
  }

  private static Arbitrary<PhasePlan> phase() {
    Arbitrary<Boolean> critical = Arbitraries.of(true, false);
    Arbitrary<End> end = Arbitraries.of(End.class);
    Arbitrary<Limits> limits =
        Arbitraries.of(
            new Limits(2, Duration.ofDays(1)),
            new Limits(10, Duration.ofMinutes(20)), // more than retries take, less than an hour
            new Limits(10, Duration.ofDays(1)));
    return Combinators.combine(turns(), critical, end, limits).as(PhasePlan::new);
  }

  private static Arbitrary<List<List<CallPlan>>> turns() {
    Arbitrary<Integer> repetitions = Arbitraries.of(0, 0, 3);
    return Combinators.combine(
            call().list().ofMinSize(1).ofMaxSize(3).list().ofMaxSize(3), repetitions)
        .as(GeneratedAgents::repeated);
  }

  private static List<List<CallPlan>> repeated(List<List<CallPlan>> turns, int times) {
    List<List<CallPlan>> all = new ArrayList<>(turns);
    for (int i = 0; i < times && !turns.isEmpty(); i++) {
      all.add(turns.getLast());
    }
    return all;
  }

  private static Arbitrary<CallPlan> call() {
    return Combinators.combine(
            Arbitraries.of(
                "look", "put", "add", "pay", "wait_until", "ask_human", "delegate", "missing"),
            Arbitraries.of(Mood.class))
        .as(CallPlan::new);
  }

  private record CallPlan(String tool, Mood mood) {

    ObjectNode arguments() {
      ObjectNode arguments = JSON.objectNode();
      return switch (tool) {
        case "wait_until" -> wait(arguments);
        case "ask_human" -> ask(arguments);
        case "delegate" -> arguments.put("agent", "other");
        case "add", "pay" -> arguments.put("mood", mayRepeat(mood).name());
        default -> arguments.put("mood", mood.name());
      };
    }

    /** A call that needs help is started twice, of which the record cannot tell the effects. */
    private static Mood mayRepeat(Mood mood) {
      return mood == Mood.HELPED ? Mood.FINE : mood;
    }

    private ObjectNode ask(ObjectNode arguments) {
      return switch (mood) {
        case FAILS -> arguments.put("question", "");
        case BUSY -> arguments.put("question", "anybody?").put("for", "PT2S");
        default -> arguments.put("question", "red or blue?");
      };
    }

    private ObjectNode wait(ObjectNode arguments) {
      return switch (mood) {
        case FINE -> arguments.put("for", "PT1S");
        case FAILS -> arguments.put("for", "ever");
        case LOST -> arguments.put("for", "PT1H");
        case UNSURE -> arguments.put("until", "1999-12-31T23:59:59Z");
        case VAGUE -> arguments.put("until", "2026-01-01T02:00:00Z");
        case BUSY, SWAMPED, HELPED -> arguments.put("for", "PT2S");
      };
    }
  }

  /** What the model says in its last turn. */
  private enum End {
    ANSWERS,
    FAILS,
    FAILS_TWICE,
    READS_TOO_LITTLE,
    IS_CUT_OFF,
    PAUSES,
    SAYS_NOTHING,
    MISFITS,
    FAILS_FOR_EVER
  }

  private record PhasePlan(List<List<CallPlan>> turns, boolean critical, End end, Limits limits) {

    Phase named(String name, String prompt) {
      return new Phase(
          name,
          new Template(prompt),
          TOOLS,
          critical,
          limits,
          false,
          end == End.MISFITS ? Optional.of(CONTRACT) : Optional.empty());
    }

    ArrayNode script(End end) {
      ArrayNode script = JSON.arrayNode();
      for (List<CallPlan> turn : turns) {
        ArrayNode calls = script.addObject().put("reasoning", "hm").putArray("calls");
        for (CallPlan call : turn) {
          calls.addObject().put("tool", call.tool()).set("arguments", call.arguments());
        }
      }
      ObjectNode last = script.addObject();
      switch (end) {
        case ANSWERS -> last.put("text", "{{prompt}}, done");
        case MISFITS -> {
          last.put("text", "{{prompt}}, done");
          script.addObject().put("text", "```json\n{\"done\": true}\n```");
        }
        case FAILS -> last.putObject("fail").put("code", "no_idea").put("message", "by script");
        case FAILS_TWICE -> {
          last.put("text", "{{prompt}}, done");
          last.putObject("fail").put("code", "overloaded").put("message", "busy").put("times", 2);
        }
        case READS_TOO_LITTLE -> {
          last.put("text", "{{prompt}}, done");
          ObjectNode fail = last.putObject("fail");
          fail.put("code", "context_exceeded").put("message", "too much").put("times", 1);
        }
        case IS_CUT_OFF -> {
          last.put("text", "half " + RecordingModel.CUT_OFF);
          ObjectNode calls = script.addObject().put("text", RecordingModel.CUT_OFF);
          calls.putArray("calls").addObject().put("tool", "pay").putObject("arguments");
          script.addObject().put("text", "the answer " + RecordingModel.CUT_OFF);
          script.addObject().put("text", "{{prompt}}, done");
        }
        case PAUSES -> {
          last.put("text", "{{prompt}} " + RecordingModel.PAUSED);
          script.addObject().put("text", "{{prompt}}, done");
        }
        case SAYS_NOTHING -> last.put("text", " ");
        case FAILS_FOR_EVER ->
            last.putObject("fail").put("code", "overloaded").put("message", "busy");
      }
      return script;
    }
  }

  /**
   * Returns the later version of an agent, which has one more phase; the later version is itself.
   */
  static AgentDefinition upgraded(AgentDefinition agent) {
    Phase last = agent.phases().getLast();
    if (last.name().equals("more")) {
      return agent;
    }
    var more =
        new Phase(
            "more",
            new Template("and after {{phases." + last.name() + ".output}}"),
            TOOLS,
            true,
            OF_THE_RUN);
    return Agents.from(agent)
        .model(upgraded(agent.models().first()))
        .systemPrompt("since the upgrade")
        .phases(more)
        .fallbacks(agent.models().fallbacks().stream().map(GeneratedAgents::upgraded).toList())
        .build();
  }

  private static ModelChoice upgraded(ModelChoice model) {
    var options = (ObjectNode) Json.read(model.options().text());
    options.withObject("/script").putArray("more").addObject().put("text", "{{prompt}}, and more");
    return new ModelChoice(model.provider(), model.name(), new JsonValue(Json.write(options)));
  }

  private static AgentDefinition agent(
      List<PhasePlan> plans,
      Optional<Compaction> compaction,
      boolean hasFallback,
      boolean asks,
      Budget budget) {
    ObjectNode script = JSON.objectNode();
    ObjectNode other = JSON.objectNode();
    List<Phase> phases = new ArrayList<>();
    String prompt = "about {{input.topic}}";
    for (int i = 0; i < plans.size(); i++) {
      String name = "phase-" + (i + 1);
      phases.add(plans.get(i).named(name, prompt));
      script.set(name, plans.get(i).script(plans.get(i).end()));
      other.set(name, plans.get(i).script(End.ANSWERS));
      prompt = "after {{phases." + name + ".output}}";
    }
    return Agents.agent("generated")
        .model(scripted("default", script))
        .phases(phases)
        .limits(OF_THE_RUN)
        .compaction(compaction)
        .fallbacks(hasFallback ? List.of(scripted("other", other)) : List.of())
        .budget(budget)
        .grants(asks ? Map.of("add", ASKED, "put", ASKED) : Map.of())
        .build();
  }

  private static ModelChoice scripted(String name, ObjectNode script) {
    String options = Json.write(JSON.objectNode().set("script", script));
    return new ModelChoice("scripted", name, new JsonValue(options));
  }
}
