package dev.reprise.run;

import dev.reprise.agent.Failure;
import dev.reprise.agent.Message;
import dev.reprise.agent.Phase;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.Transcript;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a run does next. The set is closed: a switch over it needs no default. */
public sealed interface NextStep {

  /** A step inside a phase. */
  sealed interface InPhase extends NextStep {
    Phase phase();
  }

  /** The end of a phase: what the chunk's processor hands to its writer. */
  sealed interface PhaseEnd extends InPhase {}

  /** Begin a phase with this prompt. */
  record StartPhase(Phase phase, String prompt) implements InPhase {}

  /**
   * Send the transcript to the model.
   *
   * @param iteration that the reply will have
   * @param deadline when a reply is of no use any more
   */
  record CallModel(Phase phase, int iteration, Transcript transcript, Instant deadline)
      implements InPhase {}

  /**
   * Have the model summarise these messages, and put the summary in their place.
   *
   * @param iteration model replies of the phase so far
   * @param prompt what the phase was asked; it stays
   * @param older what follows on it, up to a place where every call has its result
   * @param deadline when a summary is of no use any more
   */
  record CompactTranscript(
      Phase phase, int iteration, Message prompt, List<Message> older, Instant deadline)
      implements InPhase {
    public CompactTranscript {
      older = List.copyOf(older);
    }
  }

  /** Run these calls, each with its own fate; they may run side by side. */
  record CallTools(Phase phase, int iteration, List<ToolCall> calls) implements InPhase {
    public CallTools {
      calls = List.copyOf(calls);
    }
  }

  /** Ask the tools of these calls what became of them; nobody knows whether they happened. */
  record ReconcileCalls(Phase phase, int iteration, List<ToolCall> calls) implements InPhase {
    public ReconcileCalls {
      calls = List.copyOf(calls);
    }
  }

  /** Make waits of these calls. */
  record DeferCalls(Phase phase, int iteration, List<ToolCall> calls) implements InPhase {
    public DeferCalls {
      calls = List.copyOf(calls);
    }
  }

  /** Complete these calls: they are waits, and their time has come. */
  record EndWaits(Phase phase, int iteration, List<ToolCall> calls) implements InPhase {
    public EndWaits {
      calls = List.copyOf(calls);
    }
  }

  /** The phase has its answer. */
  record CompletePhase(Phase phase, String output) implements PhaseEnd {}

  /** The phase failed and the run goes on without it. */
  record SkipPhase(Phase phase, Failure warning) implements PhaseEnd {}

  /** The phase failed, and the run with it. */
  record FailPhase(Phase phase, Failure failure) implements PhaseEnd {}

  /** Let go of the run: it goes on when someone or something wakes it. */
  sealed interface Wait extends InPhase {}

  /**
   * Nobody knows what became of these calls, and they are not to be run unasked: a person decides.
   *
   * @param until when a wait of the same reply is over, which is not to wait for that person
   */
  record AwaitReconciliation(Phase phase, List<ToolCall> calls, Optional<Instant> until)
      implements Wait {
    public AwaitReconciliation {
      calls = List.copyOf(calls);
    }
  }

  /**
   * Every open call is a wait. Deadlines go on counting meanwhile: one that passes takes effect
   * when the wait is over.
   *
   * @param until when the first of them is over
   */
  record AwaitTime(Phase phase, Instant until) implements Wait {}

  /** All phases are behind; the run has its answer. */
  record Finish(String output) implements NextStep {}

  /** The run cannot reach its answer. */
  record Fail(Failure failure) implements NextStep {}

  /** The run was taken on too often without a step forward. */
  record GiveUp(Failure failure) implements NextStep {}

  /** The run has ended already. */
  record Rest(Outcome outcome) implements NextStep {}
}
