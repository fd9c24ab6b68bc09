package dev.reprise.journal;

import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.message.Failure;
import java.time.Instant;
import java.util.Optional;

/** An event inside a phase. Tested by {@code EventCodecTest}. */
public sealed interface PhaseEvent extends RunEvent
    permits ModelEvent,
        ToolCallEvent,
        PhaseEvent.Started,
        PhaseEvent.MessagePosted,
        PhaseEvent.LoopSuspected,
        PhaseEvent.BudgetReached,
        PhaseEvent.OutputRejected,
        PhaseEvent.Completed,
        PhaseEvent.Skipped,
        PhaseEvent.Failed {

  String phase();

  /** A phase started with this prompt, whose template is filled in. */
  record Started(String phase, String prompt, Instant at) implements PhaseEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Started(phase, mapper.body(prompt), at);
    }
  }

  /**
   * The run took a message that a person had posted to it. The model reads it after all earlier
   * messages.
   *
   * @param number its place among the messages of the run, from 1 without gaps
   * @param text data: never read as a template
   * @param at when it was posted
   * @param reason as the person gave it, if any
   */
  record MessagePosted(
      String phase, long number, String text, String by, Instant at, Optional<String> reason)
      implements PhaseEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new MessagePosted(phase, number, mapper.remark(text), by, at, mapper.remark(reason));
    }
  }

  /**
   * The calls of several iterations in a row only repeated earlier calls with the same outcomes,
   * and the loop guard responds.
   *
   * @param iteration the last of these iterations
   * @param streak how many iterations
   * @param message what the model reads about it
   */
  record LoopSuspected(
      String phase, int iteration, int streak, LoopResponse measure, String message)
      implements PhaseEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new LoopSuspected(phase, iteration, streak, measure, mapper.remark(message));
    }
  }

  /** The next call of the phase would cross a limit of spending, so it was not made. */
  record BudgetReached(String phase, LimitCrossing crossing) implements PhaseEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return this;
    }
  }

  /**
   * The model's answer does not fit the contract of the phase, and it is asked again.
   *
   * @param iteration of the answer
   * @param message what the model reads about it
   */
  record OutputRejected(String phase, int iteration, String message) implements PhaseEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new OutputRejected(phase, iteration, mapper.body(message));
    }
  }

  /** A phase ended with its answer. */
  record Completed(String phase, String output) implements PhaseEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Completed(phase, mapper.body(output));
    }
  }

  /** An optional phase failed; the run continues without it. */
  record Skipped(String phase, Failure warning) implements PhaseEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Skipped(phase, mapper.failure(warning));
    }
  }

  /** A critical phase failed. */
  record Failed(String phase, Failure failure) implements PhaseEvent {
    @Override
    public RunEvent mapContents(ContentMapper mapper) {
      return new Failed(phase, mapper.failure(failure));
    }
  }
}
