package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.Engine;
import dev.reprise.execution.guard.BreakerProfiles;
import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.call.ToolCaller;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which outcomes of calls a tool's breaker counts. */
class ToolBreakerPermitsTest {

  private final ManualClock clock = new ManualClock(Engine.START);
  private final SharedBreakers breakers =
      new SharedBreakers(new BreakerProfiles(), new Database(TestDatabases.derby()), clock);
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final CallResult NOT_BEGUN =
      new CallResult(
          ToolOutcome.failed("lease_unconfirmed", "lost"),
          Optional.of(new Fault(FailureClass.LEASE_UNCONFIRMED, "lost")));

  private final ToolCaller caller =
      ToolFixture.caller(ToolFixture.catalogue(List.of(new Looking())));
  private final ToolBreakerPermits passages =
      new ToolBreakerPermits(breakers, caller, Gateways.TOOLS, "acme");
  private final ToolCall call = new ToolCall("call", "t" + UUID.randomUUID(), new JsonValue("{}"));

  @ParameterizedTest
  @ValueSource(strings = {ToolCaller.FAILED, "timeout", "connection", "server_error"})
  void countsFailuresOfTheToolsHealth(String code) throws OutcomeUnknownException {
    for (int i = 0; i < 5; i++) {
      end(ToolOutcome.failed(code, "no"));
    }

    assertThat(passages.refusal(call)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"invalid_arguments", "not_text", "rate_limited", "authentication"})
  void doesNotCountFailuresThatAToolReportsItself(String code) throws OutcomeUnknownException {
    for (int i = 0; i < 9; i++) {
      end(ToolOutcome.failed(code, "no"));
    }

    assertThat(passages.refusal(call)).isEmpty();
  }

  @Test
  void countsFromZeroAfterASuccess() throws OutcomeUnknownException {
    for (int i = 0; i < 9; i++) {
      end(i == 4 ? new ToolOutcome.Succeeded("") : ToolOutcome.failed("timeout", "no"));
    }

    assertThat(passages.refusal(call)).isEmpty();
    end(ToolOutcome.failed("timeout", "no"));
    assertThat(passages.refusal(call)).isPresent();
  }

  @Test
  void countsCallsWhoseOutcomeTheToolDoesNotKnow() {
    for (int i = 0; i < 5; i++) {
      unknown(new OutcomeUnknownException("tool", "the line went dead", new IOException("reset")));
    }

    assertThat(passages.refusal(call)).isPresent();
  }

  @Test
  void countsAnOverdueCallOnceAndNoneThatWasNotStarted() throws OutcomeUnknownException {
    for (int i = 0; i < 5; i++) {
      assertThat(passages.refusal(call)).isEmpty();
      passages.timedOut(call, LIMIT, false);
    }
    for (int i = 0; i < 4; i++) {
      assertThat(passages.refusal(call)).isEmpty();
      assertThatThrownBy(() -> passages.timedOut(call, LIMIT, true))
          .isInstanceOf(OutcomeUnknownException.class);
      var late = ToolOutcome.failed("timeout", "and came back");
      passages.make(call, () -> new CallResult(late, Optional.empty()));
    }
    assertThat(passages.refusal(call)).isEmpty();
    assertThatThrownBy(() -> passages.timedOut(call, LIMIT, true))
        .isInstanceOf(OutcomeUnknownException.class);

    assertThat(passages.refusal(call)).isPresent();
  }

  @Test
  void countsNoCallThatWasNotStarted() throws OutcomeUnknownException {
    for (int i = 0; i < 9; i++) {
      assertThat(passages.refusal(call)).isEmpty();
      assertThat(passages.make(call, () -> NOT_BEGUN)).isEqualTo(NOT_BEGUN);
    }

    assertThat(passages.refusal(call)).isEmpty();
  }

  @Test
  void leavesTheReasonOfAnInterruptToTheSupervisor() {
    var interrupted =
        new OutcomeUnknownException("tool", "it was interrupted", new InterruptedException());
    for (int i = 0; i < 9; i++) {
      unknown(interrupted);
    }
    for (int i = 0; i < 5; i++) {
      unknown(interrupted);
      assertThatThrownBy(() -> passages.timedOut(call, LIMIT, true))
          .isInstanceOf(OutcomeUnknownException.class);
    }

    assertThat(passages.refusal(call)).isPresent();
  }

  @Test
  void refusesAllToolsThatShareABreaker() throws OutcomeUnknownException {
    String breaker = "shared." + UUID.randomUUID();
    var catalogue =
        ToolFixture.catalogue(List.of(new Sharing("one", breaker), new Sharing("other", breaker)));
    var shared =
        new ToolBreakerPermits(breakers, ToolFixture.caller(catalogue), Gateways.TOOLS, "acme");
    var one = new ToolCall("c1", "one", JsonValue.EMPTY_OBJECT);
    for (int i = 0; i < 5; i++) {
      assertThat(shared.refusal(one)).isEmpty();
      CallResult failed =
          new CallResult(ToolOutcome.failed("connection", "away"), Optional.empty());
      shared.make(one, () -> failed);
    }

    assertThat(shared.refusal(new ToolCall("c2", "other", JsonValue.EMPTY_OBJECT))).isPresent();
    assertThat(breakers.of(BreakerKey.tool("acme", "one")).state().failures()).isZero();
  }

  /** A tool that shares the breaker of another one. */
  private record Sharing(String name, String breaker) implements Tool {

    @Override
    public Optional<String> sharedBreaker() {
      return Optional.of(breaker);
    }

    @Override
    public ToolDeclaration declaration() {
      return ToolDeclaration.named(name, EffectClass.READ_ONLY)
          .taking(new JsonValue("{\"type\": \"object\"}"))
          .in("test")
          .within(Duration.ofSeconds(1))
          .build();
    }

    @Override
    public ToolOutcome call(ToolRequest request) {
      return new ToolOutcome.Succeeded("");
    }
  }

  @Test
  void countsNoCallThatTheGatewayLimitPrevented() throws OutcomeUnknownException {
    for (int i = 0; i < 9; i++) {
      CallResult refused = makeThrowing(call, new BulkheadException());
      assertThat(refused.fault()).contains(Gateways.TOOLS.full());
      assertThat(refused.outcome())
          .isEqualTo(ToolOutcome.failed("overloaded", Gateways.TOOLS.full().message()));
    }

    assertThat(breakers.of(BreakerKey.tool("acme", call.tool())).state().failures()).isZero();
  }

  @Test
  void countsNoCallThatTheConcurrencyLimitPrevented() throws OutcomeUnknownException {
    var full = new Fault(FailureClass.OVERLOADED, "all places are taken");
    for (int i = 0; i < 9; i++) {
      assertThat(makeThrowing(call, new ToolConcurrencyExceededException(full)).fault())
          .contains(full);
    }

    assertThat(breakers.of(BreakerKey.tool("acme", call.tool())).state().failures()).isZero();
  }

  @Test
  void countsCallsOfUnknownOutcomeThatExceedTheTimeLimit() {
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> makeThrowing(call, new TimeoutException()))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageContaining(Gateways.TOOLS.limit());
    }

    assertThat(passages.refusal(call)).isPresent();
  }

  @Test
  void reportsAReadThatTakesTooLongAsAFailure() throws OutcomeUnknownException {
    var reading = new ToolCall("reading", "looking", new JsonValue("{}"));

    CallResult late = makeThrowing(reading, new TimeoutException());

    assertThat(late.fault()).map(Fault::kind).contains(FailureClass.TIMEOUT);
    assertThat(late.outcome())
        .isEqualTo(
            ToolOutcome.failed("timeout", "looking was stopped after " + Gateways.TOOLS.limit()));
  }

  private CallResult makeThrowing(ToolCall one, RuntimeException thrown)
      throws OutcomeUnknownException {
    assertThat(passages.refusal(one)).isEmpty();
    return passages.make(
        one,
        () -> {
          throw thrown;
        });
  }

  private void end(ToolOutcome outcome) throws OutcomeUnknownException {
    assertThat(passages.refusal(call)).isEmpty();
    var result = new CallResult(outcome, Optional.empty());
    assertThat(passages.make(call, () -> result)).isSameAs(result);
  }

  private void unknown(OutcomeUnknownException unknown) {
    assertThat(passages.refusal(call)).isEmpty();
    assertThatThrownBy(
            () ->
                passages.make(
                    call,
                    () -> {
                      throw unknown;
                    }))
        .isSameAs(unknown);
  }

  private static final class Looking implements Tool {
    @Override
    public ToolDeclaration declaration() {
      return ToolDeclaration.named("looking", EffectClass.READ_ONLY)
          .taking(new JsonValue("{\"type\": \"object\"}"))
          .in("test")
          .within(Duration.ofHours(2))
          .build();
    }

    @Override
    public ToolOutcome call(ToolRequest request) {
      return new ToolOutcome.Succeeded("seen");
    }
  }
}
