package dev.reprise.queue.fork;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.queue.row.TestRun;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a person decided about a call before, as another person must be told. */
class HumanInputHistoryTest {

  private final MemoryJournal journal = new MemoryJournal(UUID.randomUUID());

  @Test
  void isTheLastDecisionAboutTheCallAsThePersonSawIt() {
    record(
        decided("a", "digest", true),
        decided("a", "digest", false),
        decided("a", "of other arguments", true),
        decided("b", "digest", true));

    assertThat(found(decided("a", "digest", true)))
        .map(RecordedEvent::event)
        .contains(decided("a", "digest", false));
  }

  @Test
  void isNoneIfTheCallWasOnlyPassedOn() {
    record(
        new HumanInputEvent.Assigned(
            "one", 1, "a", "bo", "ana", Instant.EPOCH, Optional.empty(), Optional.of("digest")));

    assertThat(found(decided("a", "digest", true))).isEmpty();
  }

  private Optional<RecordedEvent> found(HumanInputEvent word) {
    return new HumanInputHistory(journal)
        .find(new TestRun(journal.run(), RunStatus.WAITING, 9), word);
  }

  private void record(RunEvent... events) {
    var writer = new Writer(journal.run(), "default", 0);
    Position begun =
        journal
            .append(
                writer,
                Position.START,
                List.of(Submissions.of("a", "v", JsonValue.EMPTY_OBJECT, "here", "ana")))
            .await();
    journal.append(writer, begun, List.of(events)).await();
  }

  private static HumanInputEvent decided(String call, String digest, boolean approved) {
    return new HumanInputEvent.Decided(
        "one", 1, call, approved, "ana", Instant.EPOCH, Optional.empty(), Optional.of(digest));
  }
}
