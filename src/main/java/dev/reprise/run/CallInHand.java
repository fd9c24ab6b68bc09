package dev.reprise.run;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.ToolOutcome;

/** One tool call of the model's newest reply, and how far it has come. */
public record CallInHand(ToolCall call, Progress progress) {

  /** How far a call has come. */
  public sealed interface Progress {}

  /** The model asked for it; nothing was done. */
  public record Asked() implements Progress {}

  /**
   * Its intent is recorded and no result: unless it runs right now, its outcome is unknown.
   *
   * @param times how often it was started
   */
  public record Started(EffectClass effect, int times) implements Progress {}

  /** Its result is recorded; it is never run again. */
  public record Ended(ToolOutcome outcome) implements Progress {}

  static CallInHand asked(ToolCall call) {
    return new CallInHand(call, new Asked());
  }

  CallInHand with(Progress next) {
    return new CallInHand(call, next);
  }

  boolean isEnded() {
    return progress instanceof Ended;
  }

  CallInHand started(EffectClass effect) {
    int before = progress instanceof Started(EffectClass ignored, int times) ? times : 0;
    return with(new Started(effect, before + 1));
  }

  /**
   * Returns whether the call may be run now without asking anyone.
   *
   * @param maxTimes how often a call without a known outcome is started
   */
  boolean isRunnable(int maxTimes) {
    return switch (progress) {
      case Asked ignored -> true;
      case Started(EffectClass effect, int times) -> effect.mayRunAgain() && times < maxTimes;
      case Ended ignored -> false;
    };
  }
}
