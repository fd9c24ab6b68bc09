package dev.reprise.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.JsonValue;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.journal.Appended;
import dev.reprise.journal.Journal;
import dev.reprise.journal.MemoryJournal;
import dev.reprise.journal.Position;
import dev.reprise.journal.Recorded;
import dev.reprise.journal.RowChange;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A fold misses nothing, however the journal gives its events out. */
class FoldedTest {

  private static final Phase PHASE =
      new Phase("count", new Template("count"), List.of(), true, Limits.OF_A_PHASE);
  private static final AgentDefinition AGENT =
      new AgentDefinition(
          "counter",
          "",
          new ModelChoice("scripted", "default", JsonValue.EMPTY_OBJECT),
          "",
          List.of(PHASE),
          Limits.OF_A_RUN);

  @Test
  void readsOnBehindAPageThatIsShortBecauseItsEventsAreLarge() {
    UUID run = UUID.randomUUID();
    var journal = new MemoryJournal(run);
    var writer = new Writer(run, "default", journal.claim());
    Position head = Position.START;
    for (int i = 0; i < 5; i++) {
      head = journal.append(writer, head, List.of(new RunEvent.RecordDelayed(1))).end();
    }

    Folded folded = Folded.from(new OneAtATime(journal), run, AGENT);

    assertThat(folded.head()).isEqualTo(head);
    assertThat(folded.state().storeFailures()).isEqualTo(5);
  }

  private record OneAtATime(Journal journal) implements Journal {

    @Override
    public Appended append(
        Writer writer, Position head, List<? extends RunEvent> events, RowChange row) {
      return journal.append(writer, head, events, row);
    }

    @Override
    public List<Recorded> read(UUID run, Position after, int limit) {
      return journal.read(run, after, 1);
    }

    @Override
    public Position position(UUID run, long sequence) {
      return journal.position(run, sequence);
    }
  }
}
