package dev.reprise.api.restore;

import dev.reprise.agent.EffectClass;
import dev.reprise.run.state.ToolCallProgress;
import java.util.Optional;

/**
 * What happens when a run comes again to a call that it may have made after the moment to which the
 * database was restored. Tested by {@code IfRepeatedTest}.
 */
public enum IfRepeated {
  /** It is made again under the same key, so its tool has no second effect. */
  SAME_EFFECT,
  /** Its tool is asked whether it happened. */
  TOOL_IS_ASKED,
  /** A person decides about it first. */
  PERSON_DECIDES,
  /** It is made again, and has its effect twice if it was made. */
  SECOND_EFFECT;

  /**
   * Returns what happens with a call that has come so far; empty if it changes nothing, has its
   * result, or is a wait.
   *
   * @param effect of its tool
   */
  static Optional<IfRepeated> of(ToolCallProgress progress, EffectClass effect) {
    if (effect == EffectClass.READ_ONLY) {
      return Optional.empty();
    }
    return switch (progress) {
      case ToolCallProgress.Asked ignored -> Optional.of(whenNotBegun(effect));
      case ToolCallProgress.NotHappened ignored -> Optional.of(whenNotBegun(effect));
      case ToolCallProgress.Retrying ignored -> Optional.of(whenNotBegun(effect));
      case ToolCallProgress.Started ignored -> Optional.of(whenInDoubt(effect));
      case ToolCallProgress.InDoubt ignored -> Optional.of(whenInDoubt(effect));
      case ToolCallProgress.WithPerson ignored -> Optional.of(PERSON_DECIDES);
      case ToolCallProgress.Deferred ignored -> Optional.empty();
      case ToolCallProgress.Delegated ignored -> Optional.empty();
      case ToolCallProgress.Ended ignored -> Optional.empty();
    };
  }

  /** The record has no intent, so nothing makes the run ask before it makes the call. */
  private static IfRepeated whenNotBegun(EffectClass effect) {
    return effect == EffectClass.IDEMPOTENT ? SAME_EFFECT : SECOND_EFFECT;
  }

  private static IfRepeated whenInDoubt(EffectClass effect) {
    return switch (effect) {
      case READ_ONLY, IDEMPOTENT -> SAME_EFFECT;
      case RECONCILABLE -> TOOL_IS_ASKED;
      case ONCE -> PERSON_DECIDES;
    };
  }
}
