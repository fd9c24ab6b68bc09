package dev.reprise.execution;

import static dev.reprise.agent.EffectClass.READ_ONLY;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.JsonValue;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.journal.MemoryJournal;
import dev.reprise.journal.RunEvent;
import dev.reprise.platform.Json;
import dev.reprise.run.RunState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * The promise of the product: cut the journal of any run behind any event, as a crash does, let a
 * fresh engine go on, and the run ends as it would have without the cut.
 */
class AnyPrefixResumesTest {

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final ExecutorService EXECUTOR = Executors.newVirtualThreadPerTaskExecutor();
  private static final Path WORKSPACE = Path.of("src").toAbsolutePath(); // no tool here touches it

  @Property(tries = 60)
  void endsAsItWouldHaveAndRepeatsNothing(@ForAll("agents") AgentDefinition agent)
      throws InterruptedException {
    var world = new World(Set.of());
    MemoryJournal whole = submitted();
    RunState end = new Engine(whole, world, WORKSPACE, EXECUTOR).carryOn(agent);

    Set<String> failing = keys(whole.events(), RunEvent.ToolCallFailed.class);
    for (int cut = 1; cut <= whole.events().size(); cut++) {
      List<RunEvent> before = whole.cutBehind(cut).events();
      Set<String> ended = keys(before, RunEvent.ToolCallCompleted.class);
      Set<String> doubtful = inFlight(before, EnumSet.of(EffectClass.ONCE));
      Set<String> inFlight = inFlight(before, EnumSet.complementOf(EnumSet.of(READ_ONLY)));
      inFlight.removeAll(failing);
      for (Set<String> happened : List.of(Set.<String>of(), inFlight)) {
        MemoryJournal journal = whole.cutBehind(cut);
        var after = new World(happened);

        RunState resumed = new Engine(journal, after, WORKSPACE, EXECUTOR).carryOn(agent);

        assertThat(after.calls()).as("cut behind %d", cut).noneMatch(ended::contains);
        assertThat(after.calls()).as("cut behind %d", cut).noneMatch(doubtful::contains);
        assertThat(after.calls()).as("cut behind %d", cut).noneMatch(happened::contains);
        if (doubtful.isEmpty()) {
          assertThat(resumed).as("cut behind %d", cut).isEqualTo(end);
          assertThat(modelReplies(journal)).isEqualTo(modelReplies(whole));
        } else {
          assertThat(resumed.outcome()).as("waits for a person, cut behind %d", cut).isEmpty();
        }
      }
    }
    assertThat(world.calls()).allMatch(call -> world.runsOf(call) == 1);
  }

  private static MemoryJournal submitted() {
    var journal = new MemoryJournal(Engine.RUN);
    Engine.submit(
        journal,
        new RunEvent.RunSubmitted(
            "generated", "version", new JsonValue("{\"topic\":\"tides\"}"), "here", "ana"));
    return journal;
  }

  private static List<RunEvent> modelReplies(MemoryJournal journal) {
    return journal.events().stream().filter(RunEvent.ModelReplied.class::isInstance).toList();
  }

  /** Calls that have an intent and no result: whether they happened, the record does not say. */
  private static Set<String> inFlight(List<RunEvent> events, Set<EffectClass> classes) {
    Set<String> started = new HashSet<>();
    for (RunEvent event : events) {
      if (event instanceof RunEvent.ToolCallStarted call && classes.contains(call.effect())) {
        started.add(key(call));
      }
    }
    started.removeAll(keys(events, RunEvent.ToolCallCompleted.class));
    started.removeAll(keys(events, RunEvent.ToolCallFailed.class));
    return started;
  }

  private static Set<String> keys(List<RunEvent> events, Class<? extends RunEvent.OfCall> type) {
    Set<String> keys = new HashSet<>();
    events.stream().filter(type::isInstance).map(type::cast).forEach(call -> keys.add(key(call)));
    return keys;
  }

  private static String key(RunEvent.OfCall call) {
    return "%s/%s/%d/%s".formatted(Engine.RUN, call.phase(), call.iteration(), call.callId());
  }

  // generated agents: one to three phases, each with up to three turns of up to three calls

  @Provide
  Arbitrary<AgentDefinition> agents() {
    return phase().list().ofMinSize(1).ofMaxSize(3).map(AnyPrefixResumesTest::agent);
  }

  private static Arbitrary<GeneratedPhase> phase() {
    Arbitrary<Boolean> critical = Arbitraries.of(true, true, false);
    Arbitrary<Boolean> fails = Arbitraries.of(false, false, false, true);
    Arbitrary<Integer> maxIterations = Arbitraries.of(2, 10, 10);
    return Combinators.combine(
            call().list().ofMinSize(1).ofMaxSize(3).list().ofMaxSize(3),
            critical,
            fails,
            maxIterations)
        .as(GeneratedPhase::new);
  }

  private static Arbitrary<GeneratedCall> call() {
    return Combinators.combine(
            Arbitraries.of("look", "put", "add", "pay", "missing"),
            Arbitraries.of(false, false, true))
        .as(GeneratedCall::new);
  }

  private record GeneratedCall(String tool, boolean fails) {}

  private record GeneratedPhase(
      List<List<GeneratedCall>> turns, boolean critical, boolean fails, int maxIterations) {

    Phase named(String name, String prompt) {
      return new Phase(
          name,
          new Template(prompt),
          List.of("look", "put", "add", "pay"),
          critical,
          new Limits(maxIterations, Duration.ofMinutes(5)));
    }

    ArrayNode script() {
      ArrayNode script = JSON.arrayNode();
      for (List<GeneratedCall> turn : turns) {
        ArrayNode calls = script.addObject().putArray("calls");
        for (GeneratedCall call : turn) {
          ObjectNode node = calls.addObject().put("tool", call.tool());
          node.putObject("arguments").put("fail", call.fails());
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

  private static AgentDefinition agent(List<GeneratedPhase> generated) {
    ObjectNode script = JSON.objectNode();
    List<Phase> phases = new ArrayList<>();
    String prompt = "about {{input.topic}}";
    for (int i = 0; i < generated.size(); i++) {
      String name = "phase-" + (i + 1);
      phases.add(generated.get(i).named(name, prompt));
      script.set(name, generated.get(i).script());
      prompt = "after {{phases." + name + ".output}}";
    }
    String options = Json.write(JSON.objectNode().set("script", script));
    return new AgentDefinition(
        "generated",
        "",
        new ModelChoice("scripted", "default", new JsonValue(options)),
        "",
        phases,
        new Limits(20, Duration.ofHours(1)));
  }
}
