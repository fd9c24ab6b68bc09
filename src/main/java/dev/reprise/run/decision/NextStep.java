package dev.reprise.run.decision;

import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.Transcript;
import dev.reprise.run.state.Outcome;
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
   * @param attempt how often this model is asked for it, counted from 1
   * @param model who is asked
   * @param fallback who is asked from then on, if this one does not answer
   * @param shortened whether that was tried because the model cannot read so long a transcript
   * @param deadline when a reply is of no use any more
   */
  record CallModel(
      Phase phase,
      int iteration,
      int attempt,
      ModelChoice model,
      Optional<ModelChoice> fallback,
      Transcript transcript,
      boolean shortened,
      Instant deadline)
      implements InPhase {}

  /**
   * Have the model summarise these messages, and put the summary in their place.
   *
   * @param iteration model replies of the phase so far
   * @param attempt how often the model is asked for the summary or the reply behind it, counted
   *     from 1
   * @param model who is asked
   * @param prompt what the phase was asked; it stays
   * @param older what follows on it, up to a place where every call has its result
   * @param deadline when a summary is of no use any more
   */
  record CompactTranscript(
      Phase phase,
      int iteration,
      int attempt,
      ModelChoice model,
      Message prompt,
      List<Message> older,
      Instant deadline)
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

  /** Make waits of these calls, each of its kind. */
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

  /** Refuse these calls: they were repeated too often. */
  record RejectRepeatedCalls(Phase phase, int iteration, int newsAt, List<ToolCall> calls)
      implements InPhase {
    public RejectRepeatedCalls {
      calls = List.copyOf(calls);
    }
  }

  /**
   * Record that the phase's calls bring nothing new, and do something about it.
   *
   * @param streak iterations in a row that repeated earlier calls
   * @param newsAt the last iteration that brought anything new; 0 if none did
   */
  record SuspectLoop(Phase phase, int iteration, int streak, int newsAt, LoopResponse measure)
      implements InPhase {}

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
   * People are asked about these calls, and all others are waits or have ended.
   *
   * @param until when a wait is over, or nobody need answer any more
   */
  record AwaitPerson(
      Phase phase, List<ToolCall> calls, QuestionKind asking, Optional<Instant> until)
      implements Wait {
    public AwaitPerson {
      calls = List.copyOf(calls);
    }
  }

  /**
   * Other runs do what these calls ask. There may be one that has its end, or one that is not
   * submitted yet: whoever carries this step out looks first.
   *
   * @param until when a wait of the same reply is over
   */
  record AwaitChildren(Phase phase, int iteration, List<ToolCall> calls, Optional<Instant> until)
      implements Wait {
    public AwaitChildren {
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

  /**
   * What did not succeed is tried again then.
   *
   * @param calls which of them are; none where the model is asked again
   */
  record AwaitRetry(Phase phase, Attempt attempt, List<ToolCall> calls, Instant until)
      implements Wait {
    public AwaitRetry {
      calls = List.copyOf(calls);
    }

    /** What is tried again. */
    public enum Attempt {
      /** The model gave no reply. */
      MODEL,
      /** Calls failed, or nobody knows how they ended; they are made again. */
      CALL,
      /** Tools could not tell what became of calls; they are asked again. */
      INQUIRY
    }
  }

  /**
   * The phase repeats itself, and a person was asked: it goes on with a word to the model, or with
   * a wish to resume the run.
   *
   * @param streak iterations in a row that repeated earlier calls
   * @param newsAt the last iteration that brought anything new; 0 if none did
   */
  record AwaitGuidance(Phase phase, int streak, int newsAt) implements Wait {}

  /** All phases are behind; the run has its answer. */
  record Finish(String output) implements NextStep {}

  /** The run cannot reach its answer. */
  record Fail(Failure failure) implements NextStep {}

  /** The run was taken on too often without a step forward. */
  record GiveUp(Failure failure) implements NextStep {}

  /** The run has ended already. */
  record Ended(Outcome outcome) implements NextStep {}
}
