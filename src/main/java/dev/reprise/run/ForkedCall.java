package dev.reprise.run;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.run.state.ToolCallState;

/** What a fork does with a call that was open at the fork point. */
public record ForkedCall(ToolCall call, Fate fate) {

  /** What a fork does with a call. */
  public enum Fate {
    /** The parent has its result, and the fork inherits it. */
    TAKEN_OVER,
    /**
     * The parent did not start the call and never will. The fork runs it, after an approval if the
     * call requires one.
     */
    RUNS,
    /** The call failed, or its outcome is unknown and does not matter. The fork runs it again. */
    RUNS_AGAIN,
    /** The outcome of the call is unknown. The fork asks the tool. */
    TOOL_IS_ASKED,
    /**
     * A person is asked about the call, or its outcome is unknown and it must not happen twice. The
     * fork waits for a person.
     */
    PERSON_IS_ASKED,
    /**
     * The call is a wait for a time or for a child run. The fork waits as long as the parent does.
     */
    WAITS
  }

  static ForkedCall of(ToolCallState call) {
    return new ForkedCall(
        call.call(),
        switch (call.progress()) {
          case ToolCallProgress.Asked ignored when call.isDeferrable() -> Fate.WAITS;
          case ToolCallProgress.Asked ignored ->
              call.origin().isEmpty() ? Fate.RUNS : Fate.RUNS_AGAIN;
          case ToolCallProgress.Started started -> ofStarted(started.effect());
          case ToolCallProgress.InDoubt doubt -> ofDoubt(doubt);
          case ToolCallProgress.NotHappened ignored -> Fate.RUNS_AGAIN;
          case ToolCallProgress.Retrying ignored -> Fate.RUNS_AGAIN;
          case ToolCallProgress.Deferred ignored -> Fate.WAITS;
          case ToolCallProgress.WithPerson ignored -> Fate.PERSON_IS_ASKED;
          case ToolCallProgress.Delegated ignored -> Fate.WAITS;
          case ToolCallProgress.Ended ignored -> Fate.TAKEN_OVER;
        });
  }

  private static Fate ofDoubt(ToolCallProgress.InDoubt doubt) {
    Fate fate = ofStarted(doubt.effect());
    return fate == Fate.RUNS_AGAIN && doubt.repeat().isEmpty() ? Fate.PERSON_IS_ASKED : fate;
  }

  private static Fate ofStarted(EffectClass effect) {
    return switch (effect) {
      case READ_ONLY, IDEMPOTENT -> Fate.RUNS_AGAIN;
      case RECONCILABLE -> Fate.TOOL_IS_ASKED;
      case ONCE -> Fate.PERSON_IS_ASKED;
    };
  }
}
