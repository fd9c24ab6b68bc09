package dev.reprise.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.Position;
import dev.reprise.journal.RowChange;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.Append;
import dev.reprise.journal.seal.Recorder;
import dev.reprise.journal.seal.Recorders;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What is written as one, so that a journal's end moves once. */
class StretchTest {

  private static final Writer ONE = new Writer(new UUID(0, 1), "default", 1);
  private static final Writer OTHER = new Writer(new UUID(0, 2), "default", 1);

  private final Recorder recorder = Recorders.plain();

  @Test
  void joinsWhatOneWriterAppendsBehindEachOther() {
    Append first = advance(ONE, 4, 1);
    Append second = advance(ONE, 5, 2);
    Append between = advance(OTHER, 8, 1);

    assertThat(Stretch.rounds(List.of(first, between, second)))
        .containsExactly(
            List.of(new Stretch(List.of(first, second)), new Stretch(List.of(between))));
  }

  @Test
  void movesTheEndOfTheJournalOverAllOfThem() {
    var stretch = new Stretch(List.of(advance(ONE, 4, 1), advance(ONE, 5, 2)));

    assertThat(stretch.row()).isEqualTo(RowChange.advance(ONE, 4, 7));
    assertThat(stretch.entries())
        .extracting(entry -> entry.position().sequence())
        .containsExactly(5L, 6L, 7L);
  }

  @Test
  void keepsAChangeOfTheRunsRowToItself() {
    Append before = advance(ONE, 4, 1);
    Append change = Append.of(recorder, ONE, at(5), events(1), RowChange.of("UPDATE run"));
    Append behind = advance(ONE, 6, 1);

    assertThat(Stretch.rounds(List.of(before, change, behind)))
        .containsExactly(
            List.of(new Stretch(List.of(before))),
            List.of(new Stretch(List.of(change))),
            List.of(new Stretch(List.of(behind))));
    assertThat(new Stretch(List.of(change)).row()).isEqualTo(RowChange.of("UPDATE run"));
  }

  @Test
  void doesNotJoinWhatAnotherEpochWritesOrWhatDoesNotFollow() {
    Append first = advance(ONE, 4, 1);
    Append newer = advance(new Writer(ONE.run(), "default", 2), 5, 1);
    Append late = advance(ONE, 6, 1);

    assertThat(Stretch.rounds(List.of(first, newer))).hasSize(2);
    assertThat(Stretch.rounds(List.of(first, late))).hasSize(2);
  }

  private Append advance(Writer writer, long from, int events) {
    return Append.of(
        recorder, writer, at(from), events(events), RowChange.advance(writer, from, from + events));
  }

  private static Position at(long sequence) {
    return new Position(sequence, "0".repeat(64));
  }

  private static List<RunEvent> events(int count) {
    return Collections.nCopies(
        count, new RunEvent.RunResumed("ana", Optional.empty(), Optional.empty()));
  }
}
