package dev.reprise.run.decision;

import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.Transcript;
import dev.reprise.run.state.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a run does next. The set is closed: a switch over it needs no default. Tested by {@code
 * EveryWaitEndsTest}.
 */
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
   * @param iteration the iteration of the reply
   * @param attempt how often this model is called for the reply, counted from 1
   * @param model the model to call
   * @param fallback the model to call from then on, if this one does not answer
   * @param shortened whether the run tried to shorten the transcript because the model cannot read
   *     one so long
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
   * Have the model summarise these messages, and replace them with the summary.
   *
   * @param iteration model replies of the phase so far
   * @param attempt how often the model is called for the summary or the reply after it, counted
   *     from 1
   * @param model the model to call
   * @param prompt the prompt of the phase, which stays
   * @param older the messages after the prompt, up to a place where every call has its result
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

  /** A step with calls that one reply requested. */
  sealed interface OfReply extends InPhase {

    int iteration();

    /** Returns where one of the calls was requested. */
    default CallLocation location(String callId) {
      return new CallLocation(phase().name(), iteration(), callId);
    }
  }

  /** Run these calls, each with its own result; they may run side by side. */
  record CallTools(Phase phase, int iteration, List<ToolCall> calls) implements OfReply {
    public CallTools {
      calls = List.copyOf(calls);
    }
  }

  /** Ask the tools of these calls about their outcomes, which are unknown. */
  record ReconcileCalls(Phase phase, int iteration, List<ToolCall> calls) implements OfReply {
    public ReconcileCalls {
      calls = List.copyOf(calls);
    }
  }

  /** Turn these calls into waits, each of its own kind. */
  record DeferCalls(Phase phase, int iteration, List<ToolCall> calls) implements OfReply {
    public DeferCalls {
      calls = List.copyOf(calls);
    }
  }

  /** Complete these calls: they are waits, and their time has come. */
  record EndWaits(Phase phase, int iteration, List<ToolCall> calls) implements OfReply {
    public EndWaits {
      calls = List.copyOf(calls);
    }
  }

  /** Refuse these calls: they were repeated too often. */
  record RejectRepeatedCalls(Phase phase, int iteration, int lastNewIteration, List<ToolCall> calls)
      implements OfReply {
    public RejectRepeatedCalls {
      calls = List.copyOf(calls);
    }
  }

  /**
   * Record that the phase's calls bring nothing new, and respond to it.
   *
   * @param streak iterations in a row that repeated earlier calls
   * @param lastNewIteration the last iteration that brought anything new; 0 if none did
   */
  record SuspectLoop(
      Phase phase, int iteration, int streak, int lastNewIteration, LoopResponse measure)
      implements InPhase {}

  /**
   * Record that an answer does not fit the contract of the phase, and ask the model again.
   *
   * @param iteration of the answer
   * @param violations what does not fit
   */
  record RejectOutput(Phase phase, int iteration, String violations) implements InPhase {}

  /** The phase has its answer. */
  record CompletePhase(Phase phase, String output) implements PhaseEnd {}

  /** The phase failed, and the run continues without it. */
  record SkipPhase(Phase phase, Failure warning) implements PhaseEnd {}

  /** The phase failed, and so the run fails. */
  record FailPhase(Phase phase, Failure failure) implements PhaseEnd {}

  /** Release the run, which continues once a person, a time or another run wakes it. */
  sealed interface Wait extends InPhase {}

  /**
   * The outcomes of these calls are unknown, and only a person may decide whether they run again.
   *
   * @param until when a wait of the same reply ends, which must not be delayed by that decision
   */
  record AwaitReconciliation(Phase phase, List<ToolCall> calls, Optional<Instant> until)
      implements Wait {
    public AwaitReconciliation {
      calls = List.copyOf(calls);
    }
  }

  /**
   * People are asked about these calls, and all other calls are waits or have ended.
   *
   * @param until when a wait ends, or when the question to the people expires
   */
  record AwaitPerson(
      Phase phase, List<ToolCall> calls, QuestionKind asking, Optional<Instant> until)
      implements Wait {
    public AwaitPerson {
      calls = List.copyOf(calls);
    }
  }

  /**
   * No decision about these calls came in time, so the run pauses. Once a person resumes it, people
   * are asked about them again.
   */
  record AwaitResume(Phase phase, List<ToolCall> calls) implements Wait {
    public AwaitResume {
      calls = List.copyOf(calls);
    }
  }

  /**
   * The next call of the phase would cross a limit of spending.
   *
   * @param until when the limit starts again, which continues the run; empty if only a person does
   */
  record AwaitBudget(Phase phase, LimitCrossing crossing, Optional<Instant> until)
      implements Wait {}

  /**
   * Child runs carry out these calls. Some may have ended, and some may not be submitted yet; the
   * step's executor checks first.
   *
   * @param until when a wait of the same reply ends
   */
  record AwaitChildren(Phase phase, int iteration, List<ToolCall> calls, Optional<Instant> until)
      implements OfReply, Wait {
    public AwaitChildren {
      calls = List.copyOf(calls);
    }
  }

  /**
   * Every open call is a wait. Deadlines continue to count during it: a deadline that passes takes
   * effect at the end of the wait.
   *
   * @param until when the first of the waits ends
   */
  record AwaitTime(Phase phase, Instant until) implements Wait {}

  /**
   * The attempt failed and is retried at {@code until}.
   *
   * @param calls the calls to retry; empty if a model call is retried
   */
  record AwaitRetry(Phase phase, Attempt attempt, List<ToolCall> calls, Instant until)
      implements Wait {
    public AwaitRetry {
      calls = List.copyOf(calls);
    }

    /** What is retried. */
    public enum Attempt {
      /** The model gave no reply. */
      MODEL,
      /** Calls failed or their outcomes are unknown; they are retried. */
      CALL,
      /** Tools could not tell the outcomes of calls; they are asked again. */
      INQUIRY
    }
  }

  /**
   * The phase repeats itself, and a person was asked. The phase continues after a message to the
   * model or a request to resume the run.
   *
   * @param streak iterations in a row that repeated earlier calls
   * @param lastNewIteration the last iteration that brought anything new; 0 if none did
   */
  record AwaitGuidance(Phase phase, int streak, int lastNewIteration) implements Wait {}

  /** The run has passed all phases and has its answer. */
  record Finish(String output) implements NextStep {}

  /** The run cannot reach its answer. */
  record Fail(Failure failure) implements NextStep {}

  /** Servers claimed the run too often without a step forward. */
  record GiveUp(Failure failure) implements NextStep {}

  /** The run has ended already. */
  record Ended(Outcome outcome) implements NextStep {}
}
