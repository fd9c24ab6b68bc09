package dev.reprise.run.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.EffectClass;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ToolCallEvent;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a standing approval covers, and what is left of it. */
class StandingApprovalTest {

  private static final HumanInputEvent.Allowed GIVEN =
      new HumanInputEvent.Allowed(
          "only",
          1,
          "c1",
          new BigDecimal("1.00"),
          "ana",
          Instant.EPOCH,
          Optional.empty(),
          Optional.of("seen"));

  private static final StandingApprovals ALLOWED =
      StandingApprovals.NONE.after(
          GIVEN,
          "pay",
          Optional.of(
              new Approval(
                  new ApprovalTerms(
                      Optional.empty(),
                      1,
                      Optional.of("terms"),
                      Optional.empty(),
                      false,
                      Optional.empty()),
                  List.of())));

  @Test
  void coversWhatFitsUnderTheSameTerms() {
    StandingApproval standing = ALLOWED.of("pay").orElseThrow();

    assertThat(standing.covers(estimate("1"), "terms", BigDecimal.ZERO)).isTrue();
    assertThat(standing.covers(estimate("1.01"), "terms", BigDecimal.ZERO)).isFalse();
    assertThat(standing.covers(estimate("0.6"), "terms", new BigDecimal("0.5"))).isFalse();
    assertThat(standing.covers(estimate("0.1"), "others", BigDecimal.ZERO)).isFalse();
    assertThat(
            standing.covers(
                new CallEstimate(BigDecimal.ONE, "EUR", CallEstimate.Verdict.ASKED),
                "terms",
                BigDecimal.ZERO))
        .isFalse();
  }

  @Test
  void isForOneTool() {
    assertThat(ALLOWED.of("drop")).isEmpty();
  }

  @Test
  void losesWhatEachAttemptOfACoveredCallCosts() {
    var covered = started("0.3", Optional.of(GIVEN.reference()));
    StandingApprovals left =
        ALLOWED
            .after(covered, "pay", Optional.empty())
            .after(started("0.5", Optional.empty()), "pay", Optional.empty());

    assertThat(left.of("pay").orElseThrow().left()).isEqualByComparingTo("0.7");
    assertThat(StandingApprovals.NONE.after(covered, "pay", Optional.empty()))
        .as("a fork does not have its parent's")
        .isEqualTo(StandingApprovals.NONE);
  }

  private static ToolCallEvent started(
      String cost, Optional<HumanInputEvent.Allowed.Reference> allowedBy) {
    return new ToolCallEvent.Started(
        "only", 2, "c2", "pay", EffectClass.ONCE, Optional.of(estimate(cost)), allowedBy);
  }

  private static CallEstimate estimate(String amount) {
    return new CallEstimate(new BigDecimal(amount), "USD", CallEstimate.Verdict.ASKED);
  }
}
