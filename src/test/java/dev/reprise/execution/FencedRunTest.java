package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.execution.tool.ServerVersion;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.Worker;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.Decider;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ReconcilableTool;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a server starts for a run whose lease it could not confirm for a while. */
@QuietLog
class FencedRunTest {

  private static final Duration LEASE = Duration.ofSeconds(30);

  /** A lease is certain for five sixths of its time. */
  private static final Duration PAUSE = Duration.ofSeconds(25);

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final MemoryJournal journal = Engine.submitted();
  private final long epoch = journal.claim();
  private final SimulatedOperator operator =
      new SimulatedOperator(journal, new FakeTools(), List.of());
  private final ManualClock wall = new ManualClock(Engine.START);
  private final Obedient tool = new Obedient();
  private final Talkative model = new Talkative();

  private long nanos;
  private BooleanSupplier database = () -> true;
  private int renewals;

  /** How time passes unnoticed by the run. */
  enum Standstill {
    /** The process is stopped, or collects garbage. */
    OF_THE_PROCESS,
    /** The system sleeps, and with it the monotonic clock. */
    OF_THE_SYSTEM
  }

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void queriesNoDatabaseWhileTheLeaseIsCertain() {
    model.replying = () -> stand(PAUSE.dividedBy(3), Standstill.OF_THE_PROCESS);

    work(agent(2));

    assertThat(tool.calls).hasValue(2);
    assertThat(renewals).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void makesNoCallOfARunThatWasTakenOverMeanwhile(Standstill kind) {
    model.replying = () -> stand(PAUSE, kind);
    database = () -> false;

    ActiveRun run = work(agent(1));

    assertThat(tool.calls).hasValue(0);
    assertThat(run.stopCause()).contains(StopCause.CLAIM_LOST);
  }

  @Test
  void makesNoneOfSeveralCallsOfARunThatWasTakenOverMeanwhile() {
    model.replying = () -> stand(PAUSE, Standstill.OF_THE_PROCESS);
    database = () -> false;

    work(agent(1, 3));

    assertThat(tool.calls).hasValue(0);
  }

  @Test
  void callsNoModelForARunThatWasTakenOverMeanwhile() {
    stand(PAUSE, Standstill.OF_THE_PROCESS);
    database = () -> false;

    ActiveRun run = work(agent(1));

    assertThat(model.asked).isZero();
    assertThat(run.stopCause()).contains(StopCause.CLAIM_LOST);
  }

  @Test
  void asksNoToolAboutACallOfARunThatWasTakenOverMeanwhile() {
    tool.behaviour =
        () -> {
          stand(PAUSE, Standstill.OF_THE_PROCESS);
          database = () -> false;
          throw new OutcomeUnknownException(Obedient.NAME, "the line went dead");
        };

    ActiveRun run = work(agent(1));

    assertThat(tool.calls).hasValue(1);
    assertThat(tool.inquiries).hasValue(0);
    assertThat(run.stopCause()).contains(StopCause.CLAIM_LOST);
  }

  @Test
  void continuesIfTheLeaseCanBeRenewed() {
    model.replying = () -> stand(PAUSE, Standstill.OF_THE_PROCESS);

    ActiveRun run = work(agent(2));

    assertThat(tool.calls).hasValue(2);
    assertThat(renewals).as("before each call; the models are called directly after").isEqualTo(2);
    assertThat(run.stopCause()).isEmpty();
    assertThat(events(ToolCallEvent.Failed.class)).isEmpty();
  }

  @Test
  void postponesACallIfTheDatabaseDoesNotRenewTheLease() {
    model.replying =
        () -> {
          stand(PAUSE, Standstill.OF_THE_PROCESS);
          database =
              () -> {
                throw new DatabaseException(new SQLException("gone"));
              };
        };

    work(agent(1));

    assertThat(tool.calls).hasValue(0);
    assertThat(events(ToolCallEvent.Failed.class)).isEmpty();
    assertThat(events(ToolCallEvent.Retrying.class))
        .singleElement()
        .satisfies(
            retry -> {
              assertThat(retry.failure().code()).isEqualTo("lease_unconfirmed");
              assertThat(retry.next()).isEqualTo(operator.clock().instant().plusSeconds(1));
            });
  }

  @Test
  void postponesAModelCallIfTheDatabaseDoesNotRenewTheLease() {
    stand(PAUSE, Standstill.OF_THE_PROCESS);
    database =
        () -> {
          throw new DatabaseException(new SQLException("gone"));
        };

    work(agent(1));

    assertThat(model.asked).isZero();
    assertThat(events(ModelEvent.Retrying.class))
        .singleElement()
        .satisfies(
            retry -> {
              assertThat(retry.failure().code()).isEqualTo("lease_unconfirmed");
              assertThat(retry.attempt()).as("it costs no attempt").isZero();
            });
  }

  @Test
  void tellsToolsTheEpochOfTheRun() {
    work(agent(1));

    assertThat(tool.token).isEqualTo(epoch).isPositive();
  }

  private void stand(Duration pause, Standstill kind) {
    wall.moveTo(wall.instant().plus(pause));
    if (kind == Standstill.OF_THE_PROCESS) {
      nanos += pause.toNanos();
    }
  }

  /** Works until the run stops, waits or is done. */
  private ActiveRun work(AgentDefinition agent) {
    var clock = new LeaseClock(() -> nanosNow(), wall, LEASE);
    var moment = new LeaseClock.Moment(0, Engine.START);
    var lease = new Lease(new Claim(Engine.RUN, "default", epoch), clock, this::renewed, moment);
    var run =
        new ActiveRun(
            lease, Optional.empty(), journal, ReplayedRun.from(journal, Engine.RUN, agent));
    run.append(new LifecycleEvent.Admitted("here", Engine.START));
    var loop =
        ServerVersion.of(
                new FakeDelegations(new FakeTools()),
                List.<Tool>of(tool),
                model,
                new Decider(3),
                operator)
            .loop();
    try {
      loop.work(run, new Worker(run, run::stopCause, executor, operator.clock()));
    } catch (CallAbandonedException | InterruptedException e) {
      throw new IllegalStateException("no supervisor abandons a call", e);
    }
    return run;
  }

  private long nanosNow() {
    return nanos;
  }

  private boolean renewed(Claim claim) {
    assertThat(claim.epoch()).isEqualTo(epoch);
    renewals++;
    return database.getAsBoolean();
  }

  private <T extends RunEvent> List<T> events(Class<T> type) {
    return journal.events().stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static AgentDefinition agent(int turns) {
    return agent(turns, 1);
  }

  /** An agent that makes this many calls in each of its turns, and then answers. */
  private static AgentDefinition agent(int turns, int calls) {
    String call = "{\"tool\": \"%s\"}".formatted(Obedient.NAME);
    String turn =
        "{\"calls\": [%s]}, ".formatted(String.join(", ", Collections.nCopies(calls, call)));
    var script =
        new JsonValue(
            "{\"script\": {\"only\": [%s{\"text\": \"done\"}]}}".formatted(turn.repeat(turns)));
    return Agents.agent("clerk").provider("talkative", script).phase("only", Obedient.NAME).build();
  }

  private static final class Talkative extends ScriptedModel {

    private Runnable replying = () -> {};
    private int asked;

    @Override
    public String provider() {
      return "talkative";
    }

    @Override
    public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
      asked++;
      replying.run();
      return super.reply(request);
    }
  }

  private interface Behaviour {
    void show() throws OutcomeUnknownException;
  }

  private static final class Obedient implements ReconcilableTool {

    static final String NAME = "obey";

    private Behaviour behaviour = () -> {};
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger inquiries = new AtomicInteger();
    private volatile long token;

    @Override
    public ToolDeclaration declaration() {
      return ToolDeclaration.named(NAME, EffectClass.RECONCILABLE)
          .taking(new JsonValue("{\"type\": \"object\"}"))
          .in("test")
          .build();
    }

    @Override
    public ToolOutcome call(ToolRequest request) throws OutcomeUnknownException {
      calls.incrementAndGet();
      token = request.fence().token();
      behaviour.show();
      return new ToolOutcome.Succeeded("done");
    }

    @Override
    public Reconciliation reconcile(ToolRequest request) {
      inquiries.incrementAndGet();
      return new Reconciliation.DidNotHappen();
    }
  }
}
