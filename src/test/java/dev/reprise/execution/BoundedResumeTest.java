package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Compaction;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A resume reads, and each step writes, the same amount however long the run is: the transcript is
 * compacted, and a checkpoint follows each compaction.
 */
@QuietLog
class BoundedResumeTest {

  private static final int ITERATIONS = 5000;
  private static final int REPLY_BYTES = 1000;
  private static final int AFTER_BYTES = 64 * 1024;
  private static final int KEPT = 20;

  /** The limit once in events and once in a snapshot, and as much again for what is around it. */
  private static final long MAX_BYTES = 4 * AFTER_BYTES;

  /** Of the four events of an iteration, at the size at which a compaction is due. */
  private static final long MAX_EVENTS = 4 * AFTER_BYTES / REPLY_BYTES;

  private static final AgentDefinition AGENT =
      agent(Optional.of(new Compaction(AFTER_BYTES, KEPT)));

  private static MemoryJournal whole = new MemoryJournal(Engine.RUN);
  private static List<Long> places = List.of();

  @BeforeAll
  static void carryOut() throws InterruptedException {
    whole = carriedOut(AGENT);
    places = placesOfReplies();
  }

  @Test
  void readsAsMuchOfALongRunAsOfAShortOne() {
    for (int iteration : List.of(1000, 3000, 5000)) {
      // wherever in the time from one compaction to the next the crash comes
      for (int before = 0; before < 100; before++) {
        MemoryJournal journal = cutAfterReply(iteration - before);
        var reader = new CountingReader(journal);
        RunState state = ReplayedRun.from(reader, Engine.RUN, AGENT, journal.checkpoint()).state();

        assertThat(state.consumption().iterations()).isEqualTo(iteration - before);
        assertThat(reader.events).isLessThan(MAX_EVENTS);
        assertThat(reader.bytes).isLessThan(MAX_BYTES);
        assertThat(state.openPhase().orElseThrow().work().transcript().bytes())
            .isLessThan(AFTER_BYTES + 2 * REPLY_BYTES);
      }
    }
  }

  @Test
  void writesAsMuchPerStepAtTheEndOfALongRunAsAtItsStart() {
    double first = bytesOfReplies(1, 1000);
    double last = bytesOfReplies(ITERATIONS - 999, ITERATIONS);

    assertThat(last / first).isBetween(0.9, 1.1);
  }

  @Test
  void replaysToTheSameStateAsTheWholeJournal() {
    MemoryJournal journal = cutAfterReply(4321);

    assertThat(ReplayedRun.from(journal, Engine.RUN, AGENT, journal.checkpoint()))
        .isEqualTo(ReplayedRun.from(journal, Engine.RUN, AGENT));
  }

  private static MemoryJournal carriedOut(AgentDefinition agent) throws InterruptedException {
    MemoryJournal journal = Engine.submitted();
    var tools = new FakeTools();
    var operator = new SimulatedOperator(journal, tools, List.of());
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var model = new RecordingModel(new Looking());
      new Engine(agent, journal, tools, operator, executor, model).carryToItsEnd();
    }
    assertThat(journal.events().getLast()).isEqualTo(new LifecycleEvent.Completed("done"));
    return journal;
  }

  private static MemoryJournal cutAfterReply(int iteration) {
    return whole.cutAfter((int) placeOfReply(iteration));
  }

  private static long placeOfReply(int iteration) {
    return places.get(iteration - 1);
  }

  /** Returns the places of the replies, which come in the order of their iterations. */
  private static List<Long> placesOfReplies() {
    List<RunEvent> events = whole.events();
    return LongStream.rangeClosed(1, events.size())
        .filter(place -> events.get((int) place - 1) instanceof ModelEvent.Replied)
        .boxed()
        .toList();
  }

  /** Returns the bytes of all payloads from one reply to before the one after the last. */
  private static double bytesOfReplies(int first, int last) {
    long from = placeOfReply(first);
    long to = placeOfReply(last + 1);
    return whole.read(Engine.RUN, whole.position(Engine.RUN, from - 1), (int) (to - from)).stream()
        .mapToLong(recorded -> recorded.payload().length())
        .sum();
  }

  private static AgentDefinition agent(Optional<Compaction> compaction) {
    var limits = new Limits(10_000, Duration.ofDays(1));
    return Agents.agent("looking")
        .provider("looking")
        .phase("only", limits, "look")
        .limits(limits)
        .compaction(compaction)
        .build();
  }

  /** A model that says a lot and looks, again and again. */
  private static final class Looking implements ChatModel {

    @Override
    public String provider() {
      return "looking";
    }

    @Override
    public void check(ModelOptions options) {
      // there are none
    }

    @Override
    public ModelReply reply(ModelRequest request) {
      if (request.purpose() == ModelRequest.Purpose.SUMMARY) {
        return new ModelReply("s".repeat(REPLY_BYTES), List.of(), Usage.NONE);
      }
      if (request.iteration() > ITERATIONS) {
        return new ModelReply("done", List.of(), Usage.NONE);
      }
      var somewhere =
          new JsonValue("{\"mood\":\"FINE\",\"place\":%d}".formatted(request.iteration()));
      var call = new ToolCall("c" + request.iteration(), "look", somewhere);
      return new ModelReply("t".repeat(REPLY_BYTES), List.of(call), Usage.NONE);
    }
  }

  /** Counts what is read of a journal. */
  private static final class CountingReader implements Journal {

    private final Journal journal;
    private long events;
    private long bytes;

    CountingReader(Journal journal) {
      this.journal = journal;
    }

    @Override
    public PendingAppend append(
        Writer writer, Position head, List<? extends RunEvent> more, FencedUpdate row) {
      throw new UnsupportedOperationException("a reader");
    }

    @Override
    public List<RecordedEvent> read(UUID run, Position after, int limit) {
      List<RecordedEvent> read = journal.read(run, after, limit);
      events += read.size();
      bytes += read.stream().mapToLong(recorded -> recorded.payload().length()).sum();
      return read;
    }

    @Override
    public Position position(UUID run, long sequence) {
      return journal.position(run, sequence);
    }
  }
}
