package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Role;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.Leases;
import dev.reprise.execution.RecordingModel;
import dev.reprise.execution.worker.Worker;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.price.PriceFixture;
import dev.reprise.model.price.Prices;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * S4-28 on the real engine: a person is asked about each of a thousand calls of tools and models
 * that the rules name, before it is made, and about no other.
 *
 * <p>{@code -Doperations.seed=} makes other calls.
 */
@QuietLog
class ThousandOperationsTest {

  private static final int OPERATIONS = 1_000;
  private static final int IN_ONE_REPLY = 20;
  private static final long SEED = Long.getLong("operations.seed", 428);
  private static final BigDecimal ASK_FROM = new BigDecimal("0.500");

  private final Random random = new Random(SEED);
  private final ManualClock clock = new ManualClock(Engine.START);
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void waitForAPersonIfAndOnlyIfTheRulesSaySo() throws Exception {
    System.out.println("operations.seed " + SEED);
    List<Operation> ofTools = new ArrayList<>();
    int heldUp = 0;
    int ofModels = 0;
    for (int i = 0; i < OPERATIONS; i++) {
      if (random.nextInt(5) > 0) {
        ofTools.add(Operation.random(i, random));
      } else {
        heldUp += isHeldUp(randomCost()) ? 1 : 0;
        ofModels++;
      }
    }
    for (int from = 0; from < ofTools.size(); from += IN_ONE_REPLY) {
      check(ofTools.subList(from, Math.min(from + IN_ONE_REPLY, ofTools.size())));
    }

    long asked = ofTools.stream().filter(Operation::needsAPerson).count();
    System.out.printf(
        "%d of %d calls of tools and %d of %d calls of models needed a person%n",
        asked, ofTools.size(), heldUp, ofModels);
    assertThat(asked).isBetween(ofTools.size() / 4L, ofTools.size() * 3L / 4);
    assertThat(heldUp).isBetween(ofModels / 4, ofModels * 3 / 4);
  }

  /** One reply of the model has all of these calls; people approve some and deny the others. */
  private void check(List<Operation> operations) throws Exception {
    MemoryJournal journal = Engine.submitted(List.of());
    List<String> made = new CopyOnWriteArrayList<>();
    List<Tool> tools = operations.stream().map(it -> tool(it.declaration(), made)).toList();
    AgentDefinition agent = agent(operations);
    EngineFixture engine = new EngineFixture(clock, new RecordingModel()).tools(tools);
    List<String> forPeople = names(operations, Operation::needsAPerson);
    List<String> others = names(operations, it -> !it.needsAPerson());

    work(engine, journal, agent, List.of());

    assertThat(calls(journal, ToolCallEvent.Asked.class))
        .as("asked about, seed %d", SEED)
        .containsExactlyInAnyOrderElementsOf(forPeople);
    assertThat(calls(journal, ToolCallEvent.Started.class))
        .as("made without a decision, seed %d", SEED)
        .containsExactlyInAnyOrderElementsOf(others);
    assertThat(made).containsExactlyInAnyOrderElementsOf(others);

    List<HumanInputEvent.Decided> decisions =
        all(journal, ToolCallEvent.Asked.class).map(this::decision).toList();
    work(engine, journal, agent, decisions);

    List<String> approved =
        decisions.stream()
            .filter(HumanInputEvent.Decided::approved)
            .map(HumanInputEvent.Decided::callId)
            .toList();
    assertThat(calls(journal, ToolCallEvent.Asked.class)).as("once").hasSameSizeAs(forPeople);
    assertThat(made)
        .as("effects, seed %d", SEED)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(others.stream(), approved.stream()).toList());
    assertThat(calls(journal, ToolCallEvent.Started.class))
        .containsExactlyInAnyOrderElementsOf(made);
  }

  private HumanInputEvent.Decided decision(ToolCallEvent.Asked asked) {
    return new HumanInputEvent.Decided(
        asked.phase(),
        asked.iteration(),
        asked.callId(),
        random.nextBoolean(),
        "ana",
        clock.instant(),
        Optional.empty(),
        asked.digest());
  }

  /**
   * The price of a model without one is not known; others cost something to the tenth of a cent.
   */
  private Optional<BigDecimal> randomCost() {
    return switch (random.nextInt(8)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(BigDecimal.valueOf(499 + random.nextInt(3), 3));
      default -> Optional.of(BigDecimal.valueOf(random.nextInt(1_000), 3));
    };
  }

  /** Returns whether a person had to decide about a model call, which is checked to be right. */
  private boolean isHeldUp(Optional<BigDecimal> cost) throws Exception {
    MemoryJournal journal = Engine.submitted(List.of());
    var model = new RecordingModel();
    EngineFixture engine = new EngineFixture(clock, model).prices(prices(cost));
    AgentDefinition agent = agent(List.of());
    boolean needsAPerson = cost.filter(usd -> usd.compareTo(ASK_FROM) < 0).isEmpty();

    work(engine, journal, agent, List.of());

    assertThat(all(journal, PhaseEvent.BudgetReached.class).map(it -> it.crossing().kind()))
        .as("held up at %s USD, seed %d", cost, SEED)
        .isEqualTo(needsAPerson ? List.of(LimitCrossing.Kind.CALL_USD) : List.of());
    assertThat(model.requests()).hasSize(needsAPerson ? 0 : 1);

    if (needsAPerson) {
      var approved =
          new ControlEvent.Resumed("ana", Optional.empty(), clock.instant())
              .approving(cost.orElse(BigDecimal.ZERO));
      work(engine, journal, agent, List.of(approved));
      assertThat(all(journal, PhaseEvent.BudgetReached.class)).as("once").hasSize(1);
    }
    assertThat(model.requests()).hasSize(1);
    assertThat(all(journal, ModelEvent.Replied.class)).hasSize(1);
    return needsAPerson;
  }

  /** A call is expected to have an output of 1,000 tokens, and its input is free here. */
  private static Prices prices(Optional<BigDecimal> cost) {
    return cost.map(usd -> PriceFixture.scripted("0", usd.movePointRight(3).toPlainString()))
        .orElseGet(PriceFixture::none);
  }

  private void work(
      EngineFixture engine,
      MemoryJournal journal,
      AgentDefinition agent,
      List<? extends RunEvent> before)
      throws Exception {
    var run =
        new ActiveRun(
            Leases.endless(new Claim(Engine.RUN, "default", journal.claim())),
            Optional.of(Role.OPERATOR),
            journal,
            ReplayedRun.from(journal, Engine.RUN, agent));
    List<RunEvent> events = new ArrayList<>(before);
    events.add(new LifecycleEvent.Admitted("here", clock.instant()));
    run.append(events);
    engine.loop().work(run, new Worker(run, run::stopCause, executor, clock));
  }

  private static AgentDefinition agent(List<Operation> operations) {
    String calls = operations.stream().map(Operation::call).collect(Collectors.joining(","));
    String replies =
        operations.isEmpty()
            ? "{\"text\": \"done\"}"
            : "{\"calls\": [%s]}, {\"text\": \"done\"}".formatted(calls);
    return Agents.agent("clerk")
        .provider("scripted", new JsonValue("{\"script\": {\"only\": [%s]}}".formatted(replies)))
        .phase(
            "only",
            new Limits(9, Duration.ofDays(1)),
            operations.stream().map(Operation::name).toArray(String[]::new))
        .build();
  }

  private static Tool tool(ToolDeclaration declaration, List<String> made) {
    return new Tool() {
      @Override
      public ToolDeclaration declaration() {
        return declaration;
      }

      @Override
      public ToolOutcome call(ToolRequest request) {
        made.add(declaration.name());
        return new ToolOutcome.Succeeded("done");
      }
    };
  }

  private static List<String> names(List<Operation> operations, Predicate<Operation> which) {
    return operations.stream().filter(which).map(Operation::name).toList();
  }

  private static List<String> calls(MemoryJournal journal, Class<? extends ToolCallEvent> type) {
    return all(journal, type).map(ToolCallEvent::callId).toList();
  }

  private static <T extends RunEvent> Stream<T> all(MemoryJournal journal, Class<T> type) {
    return journal.events().stream().filter(type::isInstance).map(type::cast);
  }
}
