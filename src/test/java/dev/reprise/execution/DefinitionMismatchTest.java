package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Difference;
import dev.reprise.journal.LifecycleEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A run whose pins a server lacks neither spins nor is stranded. */
class DefinitionMismatchTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Difference GONE = new Difference("tools.put", "is not there");

  @Test
  void isRetriedAfterGrowingDelaysForAboutADay() {
    List<Optional<Duration>> pauses =
        List.of(0, 1, 2, 5, 6, 7, 23, 24, 1000).stream()
            .map(DefinitionMismatchTest::pause)
            .toList();

    assertThat(pauses)
        .containsExactly(
            minutes(1),
            minutes(2),
            minutes(4),
            minutes(32),
            minutes(64),
            minutes(64),
            minutes(64),
            Optional.empty(),
            Optional.empty());
  }

  @Test
  void isRetriedSoonerIfSomethingIsOnlyNotThereYet() {
    List<Optional<Instant>> retries =
        List.of(0, 1, 2, 9, 10, 23).stream()
            .map(before -> new DefinitionMismatch(List.of(GONE), before, true).waiting(NOW).until())
            .toList();

    assertThat(retries)
        .containsExactly(
            Optional.of(NOW.plusSeconds(5)),
            Optional.of(NOW.plusSeconds(10)),
            Optional.of(NOW.plusSeconds(20)),
            Optional.of(NOW.plusSeconds(2560)),
            Optional.of(NOW.plus(Duration.ofMinutes(64))),
            Optional.of(NOW.plus(Duration.ofMinutes(64))));
    assertThat(new DefinitionMismatch(List.of(GONE), 24, true).waiting(NOW).until()).isEmpty();
  }

  @Test
  void namesALimitedNumberOfDifferences() {
    assertThat(new DefinitionMismatch(List.of(GONE), 0).waiting(NOW).reason())
        .isEqualTo("this server does not have what the run needs: tools.put is not there");
    assertThat(new DefinitionMismatch(Collections.nCopies(25, GONE), 0).waiting(NOW).reason())
        .endsWith("tools.put is not there; and 5 more")
        .hasSizeLessThan(700);
  }

  private static Optional<Duration> minutes(int count) {
    return Optional.of(Duration.ofMinutes(count));
  }

  private static Optional<Duration> pause(int before) {
    LifecycleEvent.Waiting waiting = new DefinitionMismatch(List.of(GONE), before).waiting(NOW);
    assertThat(waiting.waitingFor()).isEqualTo("migration");
    return waiting.until().map(until -> Duration.between(NOW, until));
  }
}
