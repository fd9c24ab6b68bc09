package dev.reprise.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class RunContextTest {

  private static final RunContext OUTER = new RunContext(new UUID(0, 1), "acme", 1);
  private static final RunContext INNER = new RunContext(new UUID(0, 2), "acme", 1);

  @Test
  void lastsAsLongAsTheWork() {
    Optional<RunContext> during = OUTER.in(RunContext::current);

    assertThat(during).contains(OUTER);
    assertThat(RunContext.current()).isEmpty();
  }

  @Test
  void returnsToTheRunBefore() {
    Optional<RunContext> after =
        OUTER.in(
            () -> {
              INNER.in(RunContext::current);
              return RunContext.current();
            });

    assertThat(after).contains(OUTER);
  }

  @Test
  void endsWithAFailureToo() {
    assertThatThrownBy(
            () ->
                OUTER.in(
                    () -> {
                      throw new IllegalStateException("as the test requested");
                    }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(RunContext.current()).isEmpty();
  }

  @Test
  void isCarriedToAnotherThread() throws Exception {
    Callable<Optional<RunContext>> work = OUTER.in(() -> RunContext.carriedTo(RunContext::current));

    try (var other = Executors.newSingleThreadExecutor()) {
      assertThat(other.submit(work).get()).contains(OUTER);
      assertThat(other.submit(RunContext::current).get()).isEmpty();
    }
  }
}
