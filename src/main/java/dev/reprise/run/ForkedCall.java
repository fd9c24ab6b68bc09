package dev.reprise.run;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.run.state.ToolCallProgress;
import dev.reprise.run.state.ToolCallState;

/** What becomes, in a fork, of a call that was open where it goes off. */
public record ForkedCall(ToolCall call, Fate fate) {

  /** What becomes of a call. */
  public enum Fate {
    /** The other run has its result; the fork takes it over. */
    TAKEN_OVER,
    /**
     * The other run never began it, and never will; the fork runs it, once a person has said that
     * it may where one has to be asked.
     */
    RUNS,
    /** It failed, or its outcome is unknown and does not matter: the fork runs it again. */
    RUNS_AGAIN,
    /** Its outcome is unknown; the fork asks its tool. */
    TOOL_IS_ASKED,
    /**
     * A person is asked about it, or its outcome is unknown and it must not happen twice: the fork
     * waits for a person.
     */
    PERSON_IS_ASKED,
    /**
     * It is a wait, for a time or for a run that does it: the fork waits too, as long as the other
     * run does.
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
