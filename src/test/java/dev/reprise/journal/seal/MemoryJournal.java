package dev.reprise.journal.seal;

import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PendingAppend;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.Writer;
import dev.reprise.journal.codec.EventCodec;
import dev.reprise.platform.redaction.Redaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The journal of one run in memory, with the fence and the chain of the real one; that of a fork
 * also reads those that it was forked from.
 */
public final class MemoryJournal implements Journal {

  private final EventCodec codec = new EventCodec();
  private final EventEncoder recorder;
  private final UUID run;
  private final Optional<MemoryJournal> parent;
  private final List<RecordedEvent> events = new ArrayList<>();
  private long epoch;
  private int failures;
  private boolean required;

  public MemoryJournal(UUID run) {
    this(run, Redaction.none());
  }

  /** A journal that redacts. */
  public MemoryJournal(UUID run, Redaction redaction) {
    this(run, Recorders.redacting(redaction), Optional.empty());
  }

  /**
   * @param parent the journal of the run that this one is forked from
   */
  public MemoryJournal(UUID run, Optional<MemoryJournal> parent) {
    this(run, Recorders.redacting(Redaction.none()), parent);
  }

  private MemoryJournal(UUID run, EventEncoder recorder, Optional<MemoryJournal> parent) {
    this.run = run;
    this.recorder = recorder;
    this.parent = parent;
  }

  public UUID run() {
    return run;
  }

  public Optional<MemoryJournal> parent() {
    return parent;
  }

  /** Returns the journal as a crash right after this event would leave it. */
  public MemoryJournal cutAfter(int sequence) {
    var cut = new MemoryJournal(run, recorder, parent);
    cut.events.addAll(events.subList(0, sequence));
    cut.epoch = epoch;
    return cut;
  }

  /** Claims the run: writers with an earlier epoch are refused from now on. */
  public long claim() {
    return ++epoch;
  }

  /** Makes runs fail if their appends are not accepted at once. */
  public void require() {
    required = true;
  }

  @Override
  public boolean isRequired() {
    return required;
  }

  /** Accepts the next append only at the second attempt. */
  public void stumble() {
    failures = 1;
  }

  /** Returns the place of the newest checkpoint, as the run's row would name it. */
  public Optional<Long> checkpoint() {
    return events.reversed().stream()
        .filter(recorded -> recorded.event() instanceof LifecycleEvent.Checkpointed)
        .map(RecordedEvent::sequence)
        .findFirst();
  }

  public List<RunEvent> events() {
    return events.stream().map(RecordedEvent::event).toList();
  }

  /** Returns the events after this one. */
  public List<RunEvent> eventsAfter(int sequence) {
    return events.subList(sequence, events.size()).stream().map(RecordedEvent::event).toList();
  }

  @Override
  public PendingAppend append(
      Writer writer, Position head, List<? extends RunEvent> more, FencedUpdate row) {
    if (writer.epoch() != epoch || head.sequence() != events.size()) {
      return new PendingAppend(
          head,
          List.of(),
          CompletableFuture.failedFuture(new StaleEpochException(run, writer.epoch())),
          () -> {});
    }
    PreparedAppend append = PreparedAppend.of(recorder, writer, head, more, row);
    for (PreparedAppend.Entry entry : append.entries()) {
      // decodes the text, so that nothing survives here that would not survive in a database
      String payload = entry.blob().map(Blob::content).orElse(entry.row().payload());
      RunEvent back = codec.read(entry.row().type(), entry.row().version(), payload);
      events.add(
          new RecordedEvent(
              writer.tenant(),
              entry.position(),
              writer.epoch(),
              entry.row().type(),
              Instant.EPOCH,
              payload,
              back));
    }
    int failed = failures;
    failures = 0;
    return new PendingAppend(
        append.end(), append.events(), CompletableFuture.completedFuture(failed), () -> {});
  }

  @Override
  public List<RecordedEvent> read(UUID id, Position after, int limit) {
    if (!id.equals(run)) {
      return parent.orElseThrow().read(id, after, limit);
    }
    int from = (int) Math.min(after.sequence(), events.size());
    return List.copyOf(events.subList(from, from + Math.min(limit, events.size() - from)));
  }

  @Override
  public Position position(UUID id, long sequence) {
    if (sequence > events.size()) {
      throw new IllegalArgumentException("there is no event " + sequence);
    }
    return sequence == 0 ? Position.START : events.get((int) sequence - 1).position();
  }
}
