package dev.reprise.api.stream;

import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ReplyStreams.SoFar;
import dev.reprise.queue.row.JournalHeads.Head;
import dev.reprise.run.state.RunStatus;
import dev.reprise.tool.call.LiveCallProgress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A run in memory whose model replies as the test says, and streams that follow it. */
final class FollowedRun {

  final UUID id = UUID.randomUUID();
  final MemoryJournal journal = new MemoryJournal(id);
  private final Writer writer = new Writer(id, "default", journal.claim());
  private final Clock clock;
  private Position end = Position.START;
  private RunStatus status = RunStatus.RUNNING;
  private Optional<SoFar> live = Optional.empty();
  private List<LiveCallProgress.Report> calls = List.of();

  FollowedRun(Clock clock) {
    this.clock = clock;
  }

  /** Returns a pump for this run's streams. */
  StreamPump pump() {
    return new StreamPump(this::heads, journal, run -> new LiveSnapshot(live, calls));
  }

  List<Head> heads(Collection<UUID> unused) {
    return List.of(new Head(id, status, end.sequence()));
  }

  void says(int bytes) {
    append(Replies.of("only", 1, "x".repeat(bytes), List.of(), Usage.NONE));
  }

  /** Sets the part of the second reply that has arrived in an attempt. */
  void isSaying(int attempt, String text) {
    live = Optional.of(new SoFar("only", 2, attempt, "", text));
  }

  /** Sets the progress that its tool has reported. */
  void isAt(double done) {
    calls =
        List.of(
            new LiveCallProgress.Report(
                new CallLocation("only", 1, "c1"), done, Optional.of(10.0), "step"));
  }

  /** Ends the reply that is arriving. */
  void isSilent() {
    live = Optional.empty();
  }

  void ends() {
    append(new LifecycleEvent.Completed("done"));
    status = RunStatus.COMPLETED;
  }

  private void append(RunEvent event) {
    end = journal.append(writer, end, List.of(event)).end();
  }

  /** Opens a stream for a client that has seen the events up to this one. */
  EventStream stream(long after, ClientConnection client) {
    var snapshot = "event: snapshot\n\n".getBytes(StandardCharsets.UTF_8);
    return new EventStream(
        id, StreamChunk.at(journal.position(id, after), snapshot), client.toServer(), clock);
  }
}
