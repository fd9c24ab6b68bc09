package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.tool.EngineBench;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.policy.ToolPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How runs handle transient failures, and calls of unknown outcome. */
@QuietLog
class RetriesAtWorkTest {

  /** Leaves the waits of tools exactly as long as their strategy says. */
  private static final RandomGenerator MIDDLE = () -> Long.MIN_VALUE;

  private static final Fault BUSY = new Fault(FailureClass.OVERLOADED, "busy");

  private final FlakyModel model = new FlakyModel();
  private final FlakyTool tool = new FlakyTool();
  private ToolPolicy policy = ToolFixture.retryingPolicy();
  private Duration deadline = Duration.ofDays(1);
  private String provider = "flaky";

  @Test
  void aModelThatAnswersIsCalledOnce() throws Exception {
    List<RunEvent> events = work(() -> 0);

    assertThat(all(events, ModelEvent.Retrying.class)).isEmpty();
    assertThat(model.asked).isEqualTo(2);
  }

  @Test
  void aModelIsCalledAgainUntilItAnswersAndEachWaitIsRecorded() throws Exception {
    model.faults.addAll(List.of(BUSY, BUSY, BUSY));

    List<RunEvent> events = work(() -> 0);

    List<ModelEvent.Retrying> told = all(events, ModelEvent.Retrying.class);
    assertThat(told).extracting(ModelEvent.Retrying::attempt).containsExactly(1, 2, 3);
    assertThat(told)
        .extracting(ModelEvent.Retrying::next)
        .containsExactly(
            Engine.START.plusMillis(200),
            Engine.START.plusMillis(600),
            Engine.START.plusMillis(1_400));
    assertThat(all(events, ModelEvent.Replied.class)).hasSize(2);
  }

  @Test
  void aModelIsCalledNoMoreOftenThanItsAttemptsAllow() throws Exception {
    model.faults.addAll(Collections.nCopies(9, BUSY));

    List<RunEvent> events = work(() -> 0);

    assertThat(model.asked).isEqualTo(RetryPolicy.TRANSPORT.attempts());
    assertThat(all(events, ModelEvent.Retrying.class)).hasSize(3);
    assertThat(all(events, ModelEvent.Failed.class))
        .extracting(ModelEvent.Failed::retries)
        .containsExactly(Optional.of(3));
  }

  /** The provider may charge for such a call; one that it refuses costs nothing. */
  @ParameterizedTest
  @EnumSource(
      value = FailureClass.class,
      names = {"TIMEOUT", "STREAM_RESET", "OVERLOADED", "RATE_LIMITED", "CONNECTION"})
  void aModelCallCountsOnlyIfItMayHaveBeenCarriedOut(FailureClass kind) throws Exception {
    model.faults.add(new Fault(kind, "no reply"));

    List<RunEvent> events = work(() -> 0);

    int place = events.indexOf(all(events, ModelEvent.Retrying.class).getFirst());
    boolean counts = kind == FailureClass.TIMEOUT || kind == FailureClass.STREAM_RESET;
    assertThat(all(events, ModelEvent.Unanswered.class)).hasSize(counts ? 1 : 0);
    assertThat(events.get(place - 1) instanceof ModelEvent.Unanswered).isEqualTo(counts);
  }

  @Test
  void aModelThatThisServerDoesNotHaveCostsNothing() throws Exception {
    provider = "nowhere";

    List<RunEvent> events = work(() -> 0);

    assertThat(all(events, ModelEvent.Failed.class))
        .extracting(failed -> failed.failure().code())
        .containsExactly("unknown_provider");
    assertThat(all(events, ModelEvent.Unanswered.class)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureClass.class,
      names = {"AUTHENTICATION", "INVALID_REQUEST", "UNKNOWN"})
  void aModelIsNotCalledAgainIfThatWouldNotHelp(FailureClass kind) throws Exception {
    model.faults.add(new Fault(kind, "no"));

    List<RunEvent> events = work(() -> 0);

    assertThat(model.asked).isEqualTo(1);
    assertThat(all(events, ModelEvent.Retrying.class)).isEmpty();
    assertThat(all(events, ModelEvent.Failed.class))
        .extracting(ModelEvent.Failed::retries)
        .containsExactly(Optional.empty());
  }

  @Test
  void aCallThatFailsForGoodAfterARetryHasNotUsedUpItsRetries() throws Exception {
    tool.faults.add(new FaultException(BUSY));
    tool.faults.add(new FaultException(new Fault(FailureClass.INVALID_REQUEST, "no such thing")));

    assertThat(all(work(MIDDLE), ToolCallEvent.Failed.class))
        .extracting(ToolCallEvent.Failed::retries)
        .containsExactly(Optional.empty());
  }

  @Test
  void aCallThatFailsAtEachAttemptSaysHowOftenItWasRetried() throws Exception {
    tool.faults.addAll(Collections.nCopies(9, new FaultException(BUSY)));

    assertThat(all(work(MIDDLE), ToolCallEvent.Failed.class))
        .extracting(ToolCallEvent.Failed::retries)
        .containsExactly(Optional.of(3));
  }

  /** Each attempt fails with a probability of 40 %, so four in a row fail with 2.6 %. */
  @Test
  void retriesResolveMoreThanNineOfTenTransientFailures() throws Exception {
    var random = new Random(2026);
    tool.chance = () -> random.nextDouble() < 0.4;
    int failed = 0;
    int passed = 0;

    for (int i = 0; i < 300; i++) {
      List<RunEvent> events = work(random);
      if (!all(events, ToolCallEvent.Retrying.class).isEmpty()) {
        failed++;
        passed += all(events, ToolCallEvent.Completed.class).size();
      }
    }

    assertThat(failed).isGreaterThan(90);
    assertThat((double) passed / failed).isGreaterThan(0.9);
  }

  @Test
  void aCallOfUnknownOutcomeIsRetriedWithPausesAsOftenAsThePolicyAllows() throws Exception {
    tool.unknown = 9;

    List<RunEvent> events = work(MIDDLE);

    List<ToolCallEvent.Unknown> doubts = all(events, ToolCallEvent.Unknown.class);
    assertThat(tool.calls).isEqualTo(RetryPolicy.TOOL.attempts());
    assertThat(doubts).extracting(ToolCallEvent.Unknown::attempt).containsExactly(1, 2, 3, 4);
    assertThat(doubts)
        .extracting(ToolCallEvent.Unknown::next)
        .containsExactly(after(1), after(3), after(7), Optional.empty());
    assertThat(all(events, ToolCallEvent.Failed.class)).as("recorded as failed").isEmpty();
  }

  @Test
  void aCallOfUnknownOutcomeEndsWithTheResultOfItsRetry() throws Exception {
    tool.unknown = 2;

    assertThat(all(work(MIDDLE), ToolCallEvent.Completed.class)).hasSize(1);
    assertThat(tool.calls).isEqualTo(3);
  }

  @Test
  void aDangerousCallOfUnknownOutcomeIsNeverRetriedAutomatically(@TempDir Path directory)
      throws Exception {
    policy = rule(directory, "- {name: flaky, approval: never}");
    tool.dangerous = true;
    tool.unknown = 1;

    List<RunEvent> events = work(MIDDLE);

    assertThat(tool.calls).isEqualTo(1);
    assertThat(all(events, ToolCallEvent.Unknown.class).getFirst().next()).isEmpty();
  }

  @Test
  void aCallOfUnknownOutcomeIsNotRetriedAgainstTheOperatorsRule(@TempDir Path directory)
      throws Exception {
    policy = rule(directory, "- {name: flaky, retry: {attempts: 1}}");
    tool.unknown = 1;

    List<RunEvent> events = work(MIDDLE);

    assertThat(tool.calls).isEqualTo(1);
    assertThat(all(events, ToolCallEvent.Unknown.class).getFirst().next()).isEmpty();
  }

  @Test
  void aHarmlessCallOfUnknownOutcomeIsRetriedWithoutARule() throws Exception {
    policy = ToolFixture.policy();
    tool.unknown = 1;

    assertThat(all(work(MIDDLE), ToolCallEvent.Completed.class)).hasSize(1);
  }

  @Test
  void aCallOfUnknownOutcomeIsNotRetriedAfterItsDeadline() throws Exception {
    deadline = Duration.ofSeconds(2);
    tool.unknown = 9;

    List<RunEvent> events = work(MIDDLE);

    assertThat(tool.calls).as("at 0 s and 1 s, not at 3 s").isEqualTo(2);
    assertThat(all(events, ToolCallEvent.Unknown.class).getLast().next()).isEmpty();
  }

  /** The outcome of the first attempt is still unknown. */
  @Test
  void aTransientFailureOfARetryDoesNotFailTheCall() throws Exception {
    tool.unknown = 1;
    tool.faults.addAll(Collections.nCopies(9, new FaultException(BUSY)));

    List<RunEvent> events = work(MIDDLE);

    assertThat(all(events, ToolCallEvent.Unknown.class)).hasSize(4);
    assertThat(all(events, ToolCallEvent.Retrying.class)).isEmpty();
    assertThat(all(events, ToolCallEvent.Failed.class)).isEmpty();
  }

  @Test
  void aReadOfUnknownOutcomeFailsInTheEnd() throws Exception {
    tool.effect = EffectClass.READ_ONLY;
    tool.unknown = 9;

    List<RunEvent> events = work(MIDDLE);

    assertThat(all(events, ToolCallEvent.Retrying.class)).hasSize(3);
    assertThat(all(events, ToolCallEvent.Failed.class))
        .extracting(ToolCallEvent.Failed::failure)
        .extracting(Failure::code)
        .containsExactly("unknown");
  }

  private static Optional<Instant> after(int seconds) {
    return Optional.of(Engine.START.plusSeconds(seconds));
  }

  private static ToolPolicy rule(Path directory, String rule) throws IOException {
    Path file = directory.resolve("tools.yaml");
    Files.writeString(file, rule);
    return ToolFixture.policy(file);
  }

  private List<RunEvent> work(RandomGenerator random) throws InterruptedException {
    try (var bench = new EngineBench(model, ToolFixture.catalogue(List.of(tool)), policy, random)) {
      return bench.work(agent());
    }
  }

  private AgentDefinition agent() {
    var script =
        new JsonValue(
            "{\"script\": {\"only\": [{\"calls\": [{\"tool\": \"flaky\"}]}, {\"text\": \"done\"}]}}");
    return Agents.agent("clerk")
        .provider(provider, script)
        .phase("only", new Limits(20, deadline), "flaky")
        .build();
  }

  private static <T extends RunEvent> List<T> all(List<RunEvent> events, Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Fails with the given faults in order, and then follows its script. */
  private static final class FlakyModel extends ScriptedModel implements ChatModel {

    private final Queue<Fault> faults = new ArrayDeque<>();
    private int asked;

    @Override
    public String provider() {
      return "flaky";
    }

    @Override
    public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
      asked++;
      Fault fault = faults.poll();
      if (fault != null) {
        throw new ModelException(fault);
      }
      return super.reply(request);
    }
  }

  /** Whether a call fails. */
  private interface Chance {
    boolean strikes();
  }

  /** Ends calls with an unknown outcome, and then fails, as often as it is told to. */
  private static final class FlakyTool implements Tool {

    private final Queue<FaultException> faults = new ArrayDeque<>();
    private Chance chance = () -> false;
    private EffectClass effect = EffectClass.IDEMPOTENT;
    private boolean dangerous;
    private int unknown;
    private int calls;

    @Override
    public ToolDeclaration declaration() {
      return ToolDeclaration.named("flaky", effect)
          .taking(new JsonValue("{\"type\": \"object\"}"))
          .dangerousIf(dangerous)
          .in("test")
          .build();
    }

    @Override
    public ToolOutcome call(ToolRequest request) throws FaultException, OutcomeUnknownException {
      calls++;
      if (unknown-- > 0) {
        throw new OutcomeUnknownException("flaky", "the line went dead");
      }
      if (chance.strikes()) {
        throw new FaultException(BUSY);
      }
      if (!faults.isEmpty()) {
        throw faults.remove();
      }
      return new ToolOutcome.Succeeded("done");
    }
  }
}
