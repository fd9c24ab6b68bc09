package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.FakeTools;
import dev.reprise.fixture.TestConfig;
import dev.reprise.resilience.FailureClass;
import dev.reprise.tool.CallResult;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many calls of a tool are made at once. */
class CallPoliciesTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(10);
  private static final CallResult DONE =
      new CallResult(new ToolOutcome.Succeeded("done"), Optional.empty());
  private static final ToolCall LOOK = new ToolCall("c1", "look", JsonValue.EMPTY_OBJECT);
  private static final ToolCall PUT = new ToolCall("c2", "put", JsonValue.EMPTY_OBJECT);

  private final Path file;
  private final CallPolicies terms;

  CallPoliciesTest(@TempDir Path directory) throws IOException {
    this.file = directory.resolve("tools.yaml");
    Files.writeString(file, "- {name: look, concurrency: 2}");
    this.terms = policies(Map.of());
  }

  private CallPolicies policies(Map<String, String> config) {
    return new CallPolicies(
        ToolFixture.catalogue(new FakeTools().describedAs(FakeTools.BEGINNING)),
        ToolFixture.policy(file),
        TestConfig.of(config),
        Clock.systemUTC());
  }

  @Test
  void leavesPlacesToOtherTenants() throws Exception {
    CallPolicies shared = policies(Map.of("reprise.tenant.pattern", "(.+)"));

    CallResult result =
        shared.inTurn(
            "acme",
            LOOK,
            LONG,
            () -> {
              assertThatThrownBy(() -> shared.inTurn("acme", LOOK, SHORT, () -> DONE))
                  .isInstanceOf(ToolConcurrencyExceededException.class);
              return shared.inTurn("beta", LOOK, SHORT, () -> DONE);
            });

    assertThat(result).isEqualTo(DONE);
  }

  @Test
  void makesACallWaitForItsTurnAndRefusesItAtItsTimeLimit() throws Exception {
    CallResult result =
        terms.inTurn(
            "acme",
            LOOK,
            LONG,
            () ->
                terms.inTurn(
                    "acme",
                    LOOK,
                    LONG,
                    () -> {
                      assertThatThrownBy(() -> terms.inTurn("acme", LOOK, SHORT, () -> DONE))
                          .isInstanceOfSatisfying(
                              ToolConcurrencyExceededException.class,
                              busy -> {
                                assertThat(busy.fault().kind()).isEqualTo(FailureClass.OVERLOADED);
                                assertThat(busy.fault().message())
                                    .contains("at most 2 calls of look at once", "within 0.01s");
                              });
                      return terms.inTurn("acme", PUT, SHORT, () -> DONE);
                    }));

    assertThat(result).isEqualTo(DONE);
  }

  @Test
  void makesAsManyCallsAtOnceAsAllowedAndAllInTheEnd() throws Exception {
    var atOnce = new AtomicInteger();
    var most = new AtomicInteger();
    var both = new Phaser(2);
    Callable<CallResult> one =
        () ->
            terms.inTurn(
                "acme",
                LOOK,
                LONG,
                () -> {
                  most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
                  both.arriveAndAwaitAdvance();
                  atOnce.decrementAndGet();
                  return DONE;
                });
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<CallResult> each : threads.invokeAll(Collections.nCopies(50, one))) {
        assertThat(each.get()).isEqualTo(DONE);
      }
    }

    assertThat(most).hasValue(2);
  }

  @Test
  void doesNotMakeACallThatIsAbandonedWhileItWaits() throws Exception {
    terms.inTurn(
        "acme",
        LOOK,
        LONG,
        () ->
            terms.inTurn(
                "acme",
                LOOK,
                LONG,
                () -> {
                  Thread.currentThread().interrupt();
                  assertThatThrownBy(() -> terms.inTurn("acme", LOOK, LONG, () -> DONE))
                      .isInstanceOf(ToolConcurrencyExceededException.class);
                  return DONE;
                }));
  }

  @Test
  void freesTheSlotOfACallHoweverItEnds() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(
              () ->
                  terms.inTurn(
                      "acme",
                      LOOK,
                      SHORT,
                      () -> {
                        throw new OutcomeUnknownException("look", "the line went dead");
                      }))
          .isInstanceOf(OutcomeUnknownException.class);
    }

    assertThat(terms.inTurn("acme", LOOK, SHORT, () -> DONE)).isEqualTo(DONE);
  }
}
