package dev.reprise.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.seal.Recorders;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which appends are written as one, so that a journal's end moves once. */
class AppendBatchTest {

  private static final Writer ONE = new Writer(new UUID(0, 1), "default", 1);
  private static final Writer OTHER = new Writer(new UUID(0, 2), "default", 1);

  private final EventEncoder recorder = Recorders.plain();

  @Test
  void joinsConsecutiveAppendsOfOneWriter() {
    PreparedAppend first = advance(ONE, 4, 1);
    PreparedAppend second = advance(ONE, 5, 2);
    PreparedAppend between = advance(OTHER, 8, 1);

    assertThat(AppendBatch.rounds(List.of(first, between, second)))
        .containsExactly(
            List.of(new AppendBatch(List.of(first, second)), new AppendBatch(List.of(between))));
  }

  /** Derby reads the rows of several runs in this order; UUID has another one. */
  @Test
  void changesRunsInTheOrderInWhichOthersLockThem() {
    var low = new Writer(new UUID(1, 0), "default", 1);
    var high = new Writer(new UUID(-1, 0), "default", 1); // ffffffff-…

    assertThat(AppendBatch.rounds(List.of(advance(high, 1, 1), advance(low, 1, 1))).getFirst())
        .extracting(AppendBatch::writer)
        .containsExactly(low, high);
  }

  @Test
  void movesTheEndOfTheJournalOverAllOfThem() {
    var stretch = new AppendBatch(List.of(advance(ONE, 4, 1), advance(ONE, 5, 2)));

    assertThat(stretch.row()).isEqualTo(FencedUpdate.ONLY_ADVANCE.between(ONE, 4, 7));
    assertThat(stretch.entries())
        .extracting(entry -> entry.position().sequence())
        .containsExactly(5L, 6L, 7L);
  }

  @Test
  void writesAChangeOfTheRunsRowSeparately() {
    PreparedAppend before = advance(ONE, 4, 1);
    PreparedAppend change =
        PreparedAppend.of(recorder, ONE, at(5), events(1), FencedUpdate.of("UPDATE run"));
    PreparedAppend later = advance(ONE, 6, 1);

    assertThat(AppendBatch.rounds(List.of(before, change, later)))
        .containsExactly(
            List.of(new AppendBatch(List.of(before))),
            List.of(new AppendBatch(List.of(change))),
            List.of(new AppendBatch(List.of(later))));
    assertThat(new AppendBatch(List.of(change)).row()).isEqualTo(FencedUpdate.of("UPDATE run"));
  }

  @Test
  void doesNotJoinAppendsOfAnotherEpochOrWithAGap() {
    PreparedAppend first = advance(ONE, 4, 1);
    PreparedAppend newer = advance(new Writer(ONE.run(), "default", 2), 5, 1);
    PreparedAppend late = advance(ONE, 6, 1);

    assertThat(AppendBatch.rounds(List.of(first, newer))).hasSize(2);
    assertThat(AppendBatch.rounds(List.of(first, late))).hasSize(2);
  }

  private PreparedAppend advance(Writer writer, long from, int events) {
    return PreparedAppend.of(recorder, writer, at(from), events(events), FencedUpdate.ONLY_ADVANCE);
  }

  private static Position at(long sequence) {
    return new Position(sequence, "0".repeat(64));
  }

  private static List<RunEvent> events(int count) {
    return Collections.nCopies(
        count, new ControlEvent.Resumed("ana", Optional.empty(), Instant.EPOCH, Optional.empty()));
  }
}
