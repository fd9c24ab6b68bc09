package dev.reprise.run;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.RunState;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * A run's state, and the position up to which its journal was read.
 *
 * @param checkpoint the sequence of the newest checkpoint that was read; 0 if there is none
 * @param tenant the tenant of the events; empty before the first event
 * @param epoch the epoch of the newest event's writer
 */
public record ReplayedRun(
    RunState state, Position head, long checkpoint, String tenant, long epoch) {

  /** The most forks between a run and the run that a client submitted. */
  public static final int MAX_GENERATIONS = 64;

  /** The most events that one read of the journal loads into memory. */
  private static final int PAGE = 500;

  /**
   * Folds a run's whole journal page by page, after the journal of the run from which it was
   * forked.
   */
  public static ReplayedRun from(Journal journal, UUID run, AgentDefinition agent) {
    return start(agent).on(journal, new Part(run, Long.MAX_VALUE, 0));
  }

  /**
   * Folds a run's journal from its newest checkpoint.
   *
   * @param checkpoint the sequence that the run's row names; empty to fold from the start
   * @throws BrokenRecordException if there is no checkpoint at that sequence, or any event after it
   *     is not what was written
   */
  public static ReplayedRun from(
      Journal journal, UUID run, AgentDefinition agent, Optional<Long> checkpoint) {
    return checkpoint
        .flatMap(sequence -> Checkpoint.read(journal, run, agent, sequence))
        .map(folded -> folded.on(journal, new Part(run, Long.MAX_VALUE, 0)))
        .orElseGet(() -> from(journal, run, agent));
  }

  /**
   * Folds a run's journal up to an event.
   *
   * @throws BrokenRecordException if the journal ends before that event
   */
  public static ReplayedRun upTo(Journal journal, UUID run, long sequence, AgentDefinition agent) {
    return upTo(journal, new Part(run, sequence, 0), agent);
  }

  /**
   * Folds a run's journal up to an event, from its newest checkpoint if that is not after the
   * event.
   *
   * @param checkpoint the sequence that the run's row names; empty to fold from the start
   * @throws BrokenRecordException as the methods above do
   */
  public static ReplayedRun upTo(
      Journal journal, UUID run, long sequence, AgentDefinition agent, Optional<Long> checkpoint) {
    var part = new Part(run, sequence, 0);
    return checkpoint
        .filter(stored -> stored <= sequence)
        .flatMap(stored -> Checkpoint.read(journal, run, agent, stored))
        .map(folded -> folded.onTo(journal, part))
        .orElseGet(() -> upTo(journal, part, agent));
  }

  private static ReplayedRun upTo(Journal journal, Part part, AgentDefinition agent) {
    return start(agent).onTo(journal, part);
  }

  private ReplayedRun onTo(Journal journal, Part part) {
    ReplayedRun folded = on(journal, part);
    if (folded.head.sequence() != part.last()) {
      throw new BrokenRecordException(part.run(), folded.head.sequence() + 1, "is missing");
    }
    return folded;
  }

  private static ReplayedRun start(AgentDefinition agent) {
    return new ReplayedRun(RunState.of(agent), Position.START, 0, "", 0);
  }

  /** Returns the run at a checkpoint. */
  static ReplayedRun at(RecordedEvent checkpoint, RunState state) {
    return new ReplayedRun(
        state,
        checkpoint.position(),
        checkpoint.sequence(),
        checkpoint.tenant(),
        checkpoint.epoch());
  }

  /**
   * Returns this if the run's row agrees with its record. A record that has lost its beginning is
   * not compared.
   *
   * @throws BrokenRecordException if the row and the record differ
   */
  public ReplayedRun as(UUID run, RunIdentity row) {
    if (state.hasBeginning()) {
      row.requireIn(run, this);
    }
    return this;
  }

  /**
   * The part of a journal that is folded.
   *
   * @param last the sequence of the last event
   * @param generation the number of forks between this run and the requested one
   */
  private record Part(UUID run, long last, int generation) {}

  private ReplayedRun on(Journal journal, Part part) {
    ReplayedRun folded = this;
    while (folded.head.sequence() < part.last()) {
      int limit = (int) Math.min(PAGE, part.last() - folded.head.sequence());
      List<RecordedEvent> page = journal.read(part.run(), folded.head, limit);
      if (page.isEmpty()) { // a page of long events is shorter than the limit
        return folded;
      }
      for (RecordedEvent recorded : page) {
        folded = folded.apply(journal, part, recorded);
      }
    }
    return folded;
  }

  private ReplayedRun apply(Journal journal, Part part, RecordedEvent recorded) {
    requireInPlace(part, recorded);
    if (recorded.event() instanceof ChildRunEvent.Delegated delegated) {
      CallKey.requireOwnChild(part.run(), recorded.sequence(), state, delegated);
    }
    if (recorded.event() instanceof ToolCallEvent.Asked asked) {
      requireOwnQuestion(part, recorded.sequence(), asked);
    }
    RunState before =
        recorded.event() instanceof LifecycleEvent.Forked forked
            ? past(journal, part, recorded, forked)
            : state;
    return new ReplayedRun(
        applied(before, part, recorded),
        recorded.position(),
        recorded.event() instanceof LifecycleEvent.Checkpointed ? recorded.sequence() : checkpoint,
        recorded.tenant(),
        recorded.epoch());
  }

  /** A run never changes its tenant, and each server that claims it writes under a higher epoch. */
  private void requireInPlace(Part part, RecordedEvent recorded) {
    if (head.sequence() > 0 && !recorded.tenant().equals(tenant)) {
      throw new BrokenRecordException(
          part.run(), recorded.sequence(), "is of another tenant than the events before it");
    }
    if (recorded.epoch() < epoch) {
      throw new BrokenRecordException(
          part.run(),
          recorded.sequence(),
          "was written under epoch %d, after one of epoch %d".formatted(recorded.epoch(), epoch));
    }
  }

  /** Otherwise an approval for one run would be an approval for another. */
  private static void requireOwnQuestion(Part part, long sequence, ToolCallEvent.Asked asked) {
    if (!asked.terms().run().equals(Optional.of(part.run()))) {
      throw new BrokenRecordException(part.run(), sequence, "is a question of another run");
    }
  }

  private static RunState applied(RunState before, Part part, RecordedEvent recorded) {
    try {
      return before.apply(recorded.event());
    } catch (IllegalStateException e) {
      throw new BrokenRecordException(
          part.run(),
          recorded.sequence(),
          "does not follow the events before it: " + e.getMessage());
    }
  }

  /** Returns the parent's state at the fork point. */
  private RunState past(Journal journal, Part fork, RecordedEvent at, LifecycleEvent.Forked event) {
    if (at.sequence() != 1 || fork.generation() == MAX_GENERATIONS) {
      throw new BrokenRecordException(
          fork.run(),
          at.sequence(),
          "must not be a fork: it is not the first event, or too many forks precede it");
    }
    var parent = new Part(event.parent(), event.sequence(), fork.generation() + 1);
    ReplayedRun past = upTo(journal, parent, state.agent());
    if (!past.head.hash().equals(event.hash()) || !past.tenant.equals(at.tenant())) {
      throw new BrokenRecordException(
          event.parent(),
          event.sequence(),
          "is not the one from which run %s was forked".formatted(fork.run()));
    }
    return past.state;
  }
}
