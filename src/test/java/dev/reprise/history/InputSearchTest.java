package dev.reprise.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.Writer;
import dev.reprise.queue.row.RecordReads;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.RunLists;
import dev.reprise.queue.row.Runs;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A search reads a bounded part of the inputs, and the next page continues. */
class InputSearchTest {

  private static final int RUNS = 40;
  private static final String INPUT =
      "{\"a\":\"%s\"}".formatted("x".repeat((int) (InputSearch.MAX_CHARACTERS / 16)));
  private static final int OF_A_PAGE = 16;

  private final InputSearch search = new InputSearch(new Listed(), new Inputs(), new RecordReads());

  @Test
  void aPageEndsAfterSoManyCharacters() {
    InputSearch.Found first = find("y", Optional.empty());
    InputSearch.Found second = find("y", first.last().map(Runs.Place::of));
    InputSearch.Found third = find("y", second.last().map(Runs.Place::of));

    assertThat(first.last().map(Run::id)).contains(id(OF_A_PAGE));
    assertThat(second.last().map(Run::id)).contains(id(2 * OF_A_PAGE));
    assertThat(third.last()).as("there is no other run").isEmpty();
  }

  @Test
  void whatIsFoundByThenIsOnThePage() {
    assertThat(find("X", Optional.empty()).runs()).hasSize(OF_A_PAGE);
  }

  private InputSearch.Found find(String text, Optional<Runs.Place> after) {
    return search.find(
        "acme", Runs.Filter.of(Optional.empty(), Optional.empty(), after), text, RUNS);
  }

  private static UUID id(int number) {
    return new UUID(0, number);
  }

  private static final class Numbered extends Run {

    private final UUID id;

    Numbered(int number) {
      this.id = InputSearchTest.id(number);
    }

    @Override
    public UUID id() {
      return id;
    }

    @Override
    public Instant createdAt() {
      return Instant.EPOCH;
    }
  }

  @SuppressWarnings("NullAway") // what is overridden uses nothing that it lacks
  private static final class Listed extends RunLists {

    Listed() {
      super(null, null);
    }

    @Override
    public List<Run> page(String tenant, Runs.Filter filter, int limit) {
      int after = filter.after().map(it -> (int) it.id().getLeastSignificantBits()).orElse(0);
      return IntStream.rangeClosed(after + 1, RUNS)
          .limit(limit)
          .<Run>mapToObj(Numbered::new)
          .toList();
    }
  }

  private static final class Inputs implements Journal {

    @Override
    public List<RecordedEvent> read(UUID run, Position after, int limit) {
      return List.of(
          new RecordedEvent(
              "acme",
              new Position(1, "hash"),
              1,
              "run.submitted",
              Instant.EPOCH,
              "",
              Submissions.of("a", "v", new JsonValue(INPUT), "here", "ana")));
    }

    @Override
    public Position position(UUID run, long sequence) {
      throw new UnsupportedOperationException();
    }

    @Override
    public PendingAppend append(
        Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate row) {
      throw new UnsupportedOperationException();
    }
  }
}
