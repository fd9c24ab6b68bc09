package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Pages of a record lead from one to the next until the newest event. */
class RecordPageTest {

  @Test
  void leadsOnAfterFewLargeEvents() {
    assertThat(RecordPage.of(events(7, 8), 9).nextAfter()).contains(8L);
  }

  @Test
  void endsWithTheNewestEvent() {
    assertThat(RecordPage.of(events(9), 9).nextAfter()).isEmpty();
    assertThat(RecordPage.of(List.of(), 9).nextAfter()).isEmpty();
  }

  private static List<RecordedEvent> events(long... sequences) {
    return LongStream.of(sequences)
        .mapToObj(
            sequence ->
                new RecordedEvent(
                    "default",
                    new Position(sequence, ""),
                    1,
                    "run.handed-over",
                    Instant.EPOCH,
                    "{}",
                    new LifecycleEvent.HandedOver("here#1")))
        .toList();
  }
}
