package dev.reprise.tool.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ReconcilableStub;
import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.StubTool;
import dev.reprise.tool.Tool;
import dev.reprise.tool.policy.ToolPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ToolTimeLimitsTest {

  private static final Duration SHORT = Duration.ofMillis(50);
  private static final ToolCall CALL = new ToolCall("c1", "stub", JsonValue.EMPTY_OBJECT);

  @Test
  void takesTheLimitFromTheDeclaration() {
    assertThat(limits(EffectClass.READ_ONLY).limit(CALL, ToolGrant.WHOLE)).isEqualTo(SHORT);
  }

  @Test
  void givesAnUnknownToolOneMinute() {
    var unknown = new ToolCall("c1", "other", JsonValue.EMPTY_OBJECT);

    assertThat(limits(EffectClass.READ_ONLY).limit(unknown, ToolGrant.WHOLE))
        .isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void failsAReadThatTakesTooLong() throws Exception {
    assertThat(limits(EffectClass.READ_ONLY).timedOut(CALL, SHORT, true).outcome())
        .isEqualTo(ToolOutcome.failed("timeout", "stub was stopped after 0.05s"));
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "READ_ONLY")
  void doesNotKnowTheOutcomeOfAnEffectThatTakesTooLong(EffectClass effect) {
    ToolTimeLimits limits = limits(effect);

    assertThatThrownBy(() -> limits.timedOut(CALL, SHORT, true))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessage("it is unknown how stub ended: it did not end within 0.05s");
  }

  @ParameterizedTest
  @EnumSource(EffectClass.class)
  void failsACallThatNeverBegan(EffectClass effect) throws Exception {
    assertThat(limits(effect).timedOut(CALL, SHORT, false).outcome())
        .isEqualTo(ToolOutcome.failed("timeout", "stub did not come to begin within 0.05s"));
  }

  @Test
  void cannotTellWhatBecameOfACallWhenTheToolDoesNotAnswerInTime() {
    assertThat(limits(EffectClass.RECONCILABLE).reconciliationTimedOut(CALL, SHORT))
        .isEqualTo(new Reconciliation.CannotTell("stub gave no answer within 0.05s"));
  }

  private static ToolTimeLimits limits(EffectClass effect) {
    return new ToolTimeLimits(new ToolCatalogue(List.of(tool(effect))), new ToolPolicy());
  }

  private static Tool tool(EffectClass effect) {
    StubTool tool =
        StubTool.of(
            effect,
            SHORT,
            request -> {
              throw new AssertionError("called");
            });
    return effect == EffectClass.RECONCILABLE
        ? new ReconcilableStub(tool, request -> new Reconciliation.DidNotHappen())
        : tool;
  }
}
