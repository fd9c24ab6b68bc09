package dev.reprise.execution.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Transcript;
import dev.reprise.execution.Engine;
import dev.reprise.execution.guard.BreakerProfiles;
import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.execution.tool.Gateways;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.TokenListener;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerSettings;
import dev.reprise.resilience.BreakerState;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.Fence;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.Assertions;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.eclipse.microprofile.faulttolerance.exceptions.FaultToleranceException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;
import org.junit.jupiter.api.Test;

/** Which outcomes of calls a provider's breaker counts. */
class GuardedModelsTest {

  private final ManualClock clock = new ManualClock(Engine.START);
  private final SharedBreakers breakers =
      new SharedBreakers(new BreakerProfiles(), new Database(TestDatabases.derby()), clock);
  private final String provider = "p" + UUID.randomUUID();
  private Behaviour behaviour = () -> {};
  private final GuardedModels models =
      Gateways.guarded(new ChatModels(List.of(new Behaving())), breakers);

  @Test
  void countsProvidersThatBreakDownAndStopsCallingThem() {
    behaviour =
        () -> {
          throw new IllegalStateException("a bug");
        };
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> reply(provider)).isInstanceOf(IllegalStateException.class);
    }

    for (var purpose : ModelRequest.Purpose.values()) {
      assertThatThrownBy(
              () -> models.reply(request(provider, purpose), TokenListener.NONE, Fence.OPEN))
          .isInstanceOfSatisfying(
              ModelException.class,
              e -> {
                assertThat(e.fault().kind()).isEqualTo(FailureClass.BREAKER_OPEN);
                assertThat(e.fault().retryAfter()).contains(BreakerSettings.MODEL.openFor());
              });
    }
  }

  @Test
  void permitsAnotherProbeAtOnceAfterAnInterruptedOne() throws Exception {
    countsProvidersThatBreakDownAndStopsCallingThem();
    clock.moveTo(clock.instant().plus(BreakerSettings.MODEL.openFor()));
    behaviour =
        () -> {
          throw new InterruptedException();
        };
    assertThatThrownBy(() -> reply(provider)).isInstanceOf(InterruptedException.class);

    behaviour = () -> {};
    assertThat(reply(provider).text()).isEqualTo("here");

    assertThat(status(provider)).isEqualTo(BreakerState.Status.CLOSED);
  }

  @Test
  void countsNoCallThatALimitPrevented() {
    for (int i = 0; i < 9; i++) {
      assertThat(refusedBecauseOf(new BulkheadException()))
          .isEqualTo(Gateways.MODELS.full())
          .extracting(Fault::isTransient)
          .isEqualTo(true);
      assertThat(refusedBecauseOf(new CircuitBreakerOpenException()))
          .satisfies(
              rests -> {
                assertThat(rests.kind()).isEqualTo(FailureClass.BREAKER_OPEN);
                assertThat(rests.retryAfter()).contains(Duration.ofSeconds(30));
              });
    }

    assertThat(state().failures()).isZero();
  }

  @Test
  void countsRepliesThatExceedTheTimeLimit() {
    for (int i = 0; i < 5; i++) {
      assertThat(refusedBecauseOf(new TimeoutException())).isEqualTo(Gateways.MODELS.late());
    }

    assertThat(refusedBecauseOf(new TimeoutException()).kind())
        .isEqualTo(FailureClass.BREAKER_OPEN);
    assertThat(state().opening())
        .hasValueSatisfying(open -> assertThat(open.because()).isEqualTo(FailureClass.TIMEOUT));
  }

  @Test
  void permitsAnotherProbeAtOnceAfterOneThatWasNotMade() throws Exception {
    countsRepliesThatExceedTheTimeLimit();
    clock.moveTo(clock.instant().plus(BreakerSettings.MODEL.openFor()));
    assertThat(refusedBecauseOf(new BulkheadException()).kind()).isEqualTo(FailureClass.OVERLOADED);

    behaviour = () -> {};
    assertThat(reply(provider).text()).isEqualTo("here");

    assertThat(status(provider)).isEqualTo(BreakerState.Status.CLOSED);
  }

  @Test
  void callsNoProviderForARunThatMayBeLostAndCountsNoFailure() throws Exception {
    countsRepliesThatExceedTheTimeLimit();
    clock.moveTo(clock.instant().plus(BreakerSettings.MODEL.openFor()));
    behaviour = Assertions::fail;
    var request = request(provider, ModelRequest.Purpose.ANSWER);
    assertThatThrownBy(() -> models.reply(request, TokenListener.NONE, closed()))
        .isInstanceOfSatisfying(
            ModelException.class,
            e -> assertThat(e.fault().kind()).isEqualTo(FailureClass.LEASE_UNCONFIRMED));

    behaviour = () -> {};
    assertThat(reply(provider).text()).as("another probe is permitted").isEqualTo("here");
  }

  private static Fence closed() {
    return new Fence() {
      @Override
      public long token() {
        return 1;
      }

      @Override
      public void check() throws FaultException {
        throw new FaultException(new Fault(FailureClass.LEASE_UNCONFIRMED, "lost"));
      }
    };
  }

  @Test
  void countsNoFailureOfProvidersThatThisServerLacks() {
    String missing = "p" + UUID.randomUUID();
    for (int i = 0; i < 9; i++) {
      assertThatThrownBy(() -> reply(missing)).hasMessageContaining("unknown_provider");
    }

    assertThat(status(missing)).isEqualTo(BreakerState.Status.CLOSED);
  }

  /** Here the provider throws what the container's interceptors would throw at a gateway. */
  private Fault refusedBecauseOf(FaultToleranceException thrown) {
    behaviour =
        () -> {
          throw thrown;
        };
    var met = catchThrowableOfType(ModelException.class, () -> reply(provider));
    assertThat(met.failure().code()).isEqualTo(met.fault().kind().code());
    return met.fault();
  }

  private BreakerState state() {
    return breakers.of(BreakerKey.model(provider)).state();
  }

  private BreakerState.Status status(String name) {
    return breakers.of(BreakerKey.model(name)).state().status();
  }

  private ModelReply reply(String name) throws ModelException, InterruptedException {
    return models.reply(request(name, ModelRequest.Purpose.ANSWER), TokenListener.NONE, Fence.OPEN);
  }

  private static ModelRequest request(String provider, ModelRequest.Purpose purpose) {
    return new ModelRequest(
        new ModelChoice(provider, "default", new JsonValue("{}")),
        "",
        "only",
        1,
        1,
        purpose,
        Transcript.startingWith("go"),
        List.of());
  }

  private interface Behaviour {
    void show() throws InterruptedException;
  }

  private final class Behaving extends ScriptedModel {
    @Override
    public String provider() {
      return provider;
    }

    @Override
    public ModelReply reply(ModelRequest request) throws InterruptedException {
      behaviour.show();
      return new ModelReply("here", List.of(), Usage.NONE);
    }
  }
}
