package dev.reprise.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.Run;
import dev.reprise.client.RunStatus;
import dev.reprise.client.stream.Event;
import java.util.Optional;
import java.util.Set;

/**
 * A run as far as its events have told. A stream begins with a snapshot, which replaces all that
 * was known; the events that it includes change nothing any more.
 *
 * @param waitingFor such as {@code approval}
 * @param doing what it does right now
 * @param sequence of the newest event that is included
 */
record WatchedRun(
    String agent,
    RunStatus status,
    Optional<String> waitingFor,
    PhaseList phases,
    Spent spent,
    String doing,
    long sequence) {

  /** What is known before anything has come. */
  static final WatchedRun UNKNOWN =
      new WatchedRun("", RunStatus.UNKNOWN, Optional.empty(), PhaseList.NONE, Spent.NOTHING, "", 0);

  private static final Set<String> PEOPLE =
      Set.of("approval", "answer", "reconciliation", "loop", "migration");

  /** Returns whether nothing goes on until a person decides. */
  boolean waitsForPeople() {
    return switch (status) {
      case WAITING -> waitingFor.filter(PEOPLE::contains).isPresent();
      case PAUSED -> waitingFor.isPresent();
      default -> false;
    };
  }

  /** Returns the run after an event. */
  WatchedRun after(Event event) {
    if (event.type().equals(Event.SNAPSHOT)) {
      return snapshot(event.data());
    }
    if (!event.isRecorded()) {
      return doing(Activity.of(event));
    }
    if (event.sequence().getAsLong() <= sequence) {
      return this;
    }
    var next =
        new WatchedRun(
            agent,
            status,
            waitingFor,
            phases.after(event),
            spent.after(event),
            Activity.of(event),
            event.sequence().getAsLong());
    return next.moved(event);
  }

  private static WatchedRun snapshot(JsonNode data) {
    Run run = Run.of(data.path("run"));
    JsonNode progress = run.json().path("progress");
    return new WatchedRun(
        run.agent(),
        run.status(),
        run.waitingFor(),
        PhaseList.of(progress.path("phases")),
        Spent.of(progress.path("spent")),
        "",
        data.path("sequence").asLong());
  }

  private WatchedRun moved(Event event) {
    return switch (event.type()) {
      case "run.admitted" -> at(RunStatus.RUNNING);
      case "run.resumed", "run.retried", "run.handed-over", "run.broke-down" ->
          at(RunStatus.QUEUED);
      case "run.waiting" -> at(RunStatus.WAITING, event.data());
      case "run.paused" -> at(RunStatus.PAUSED, event.data());
      case "run.completed" -> at(RunStatus.COMPLETED);
      case "run.failed" -> at(RunStatus.FAILED);
      case "run.cancelled" -> at(RunStatus.CANCELLED);
      case "run.dead-lettered" -> at(RunStatus.DEAD_LETTER);
      default -> this;
    };
  }

  private WatchedRun at(RunStatus next) {
    return new WatchedRun(agent, next, Optional.empty(), phases, spent, doing, sequence);
  }

  private WatchedRun at(RunStatus next, JsonNode data) {
    Optional<String> reason = Optional.ofNullable(data.get("waitingFor")).map(JsonNode::asText);
    return new WatchedRun(agent, next, reason, phases, spent, doing, sequence);
  }

  private WatchedRun doing(String now) {
    return new WatchedRun(agent, status, waitingFor, phases, spent, now, sequence);
  }
}
