package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.Engine;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How long a call may take that first waits for its turn. */
class CallDeadlineTest {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock(Engine.START);

  @Test
  void isTheWholeLimitOnceTheCallHasItsTurn() {
    var time = new CallDeadline(clock, LIMIT);
    assertThat(time.end()).isEqualTo(Engine.START.plus(LIMIT));
    assertThat(time.hasBegun()).isFalse();

    clock.moveTo(Engine.START.plusSeconds(20));
    time.begin();

    assertThat(time.end()).isEqualTo(Engine.START.plusSeconds(50));
    assertThat(time.hasBegun()).isTrue();
  }
}
