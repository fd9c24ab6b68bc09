package dev.reprise.api.restore;

import static dev.reprise.agent.EffectClass.IDEMPOTENT;
import static dev.reprise.agent.EffectClass.ONCE;
import static dev.reprise.agent.EffectClass.READ_ONLY;
import static dev.reprise.agent.EffectClass.RECONCILABLE;
import static dev.reprise.api.restore.IfRepeated.PERSON_DECIDES;
import static dev.reprise.api.restore.IfRepeated.SAME_EFFECT;
import static dev.reprise.api.restore.IfRepeated.SECOND_EFFECT;
import static dev.reprise.api.restore.IfRepeated.TOOL_IS_ASKED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.run.state.ToolCallProgress;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is said of a call must be what the run does when it comes to the call again. */
class IfRepeatedTest {

  private static final Instant NOW = Instant.parse("2026-03-01T08:00:00Z");

  @Test
  void aCallWithoutAnIntentIsMadeAgain() {
    var asked = new ToolCallProgress.Asked();

    assertThat(IfRepeated.of(asked, IDEMPOTENT)).contains(SAME_EFFECT);
    assertThat(IfRepeated.of(asked, RECONCILABLE)).contains(SECOND_EFFECT);
    assertThat(IfRepeated.of(asked, ONCE)).contains(SECOND_EFFECT);
    assertThat(IfRepeated.of(new ToolCallProgress.Retrying(NOW), ONCE)).contains(SECOND_EFFECT);
    assertThat(IfRepeated.of(new ToolCallProgress.NotHappened(1, Optional.empty()), RECONCILABLE))
        .contains(SECOND_EFFECT);
  }

  @Test
  void aCallInDoubtIsWhatItsEffectClassSays() {
    assertThat(IfRepeated.of(started(IDEMPOTENT), IDEMPOTENT)).contains(SAME_EFFECT);
    assertThat(IfRepeated.of(started(RECONCILABLE), RECONCILABLE)).contains(TOOL_IS_ASKED);
    assertThat(IfRepeated.of(started(ONCE), ONCE)).contains(PERSON_DECIDES);
  }

  @Test
  void aQuestionToAPersonIsAskedAgain() {
    assertThat(
            IfRepeated.of(
                new ToolCallProgress.WithPerson(QuestionKind.APPROVAL, "?", Optional.empty()),
                ONCE))
        .contains(PERSON_DECIDES);
  }

  @Test
  void nothingIsSaidOfACallThatChangesNothingOrHasItsResult() {
    assertThat(IfRepeated.of(started(READ_ONLY), READ_ONLY)).isEmpty();
    assertThat(IfRepeated.of(new ToolCallProgress.Deferred(NOW), ONCE)).isEmpty();
    assertThat(IfRepeated.of(new ToolCallProgress.Ended(new ToolOutcome.Succeeded("done")), ONCE))
        .isEmpty();
  }

  private static ToolCallProgress started(EffectClass effect) {
    return new ToolCallProgress.Started(effect, 1, 0, Optional.empty());
  }
}
