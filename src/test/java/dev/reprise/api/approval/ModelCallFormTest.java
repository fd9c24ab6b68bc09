package dev.reprise.api.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.budget.Budget;
import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.budget.Spending;
import dev.reprise.agent.message.Explanation.Code;
import dev.reprise.api.budget.BudgetView;
import dev.reprise.api.control.MayDecide;
import dev.reprise.api.control.ModelCallDecisionRequest;
import dev.reprise.api.control.ModelCallView;
import dev.reprise.api.control.OpenCalls;
import dev.reprise.api.control.ToolCallView;
import dev.reprise.api.http.ProblemException;
import dev.reprise.run.Run;
import dev.reprise.run.history.PastCall;
import dev.reprise.run.history.RecentSteps;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import jakarta.ws.rs.core.MultivaluedHashMap;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The form by which people decide about a model call that a run paused for. */
class ModelCallFormTest {

  @Test
  void saysWhoMayDecide() {
    assertThat(page(LimitCrossing.Kind.CALL_USD).text())
        .contains(
            "people with the role approver; 'ana' must not approve; an API key cannot approve");
  }

  @Test
  void saysWhatAnApprovalDependsOnAsForACallOfATool() {
    assertThat(page(LimitCrossing.Kind.CALL_USD).select("dl").text())
        .contains("Decide until 1970-01-01T00:00:00Z")
        .contains("Approvals 1 of 2: cy")
        .contains("If denied It is not made.")
        .contains("Without a decision It waits.");
  }

  @Test
  void namesTheAmountThatThePersonSees() {
    Element form = page(LimitCrossing.Kind.CALL_USD).expectFirst("form");

    assertThat(form.select("[name=needed]").attr("value")).isEqualTo("0.62");
    assertThat(form.select("[name=decision]").eachAttr("value")).containsExactly("approve", "deny");
    assertThat(form.select("[name=call]")).isEmpty();
  }

  /** An operator must set another limit, which a form of an approver cannot. */
  @ParameterizedTest
  @EnumSource(value = LimitCrossing.Kind.class, names = "CALL_USD", mode = EnumSource.Mode.EXCLUDE)
  void isThereForNoOtherLimit(LimitCrossing.Kind kind) {
    Document page = page(kind);

    assertThat(page.select("form")).isEmpty();
    assertThat(page.select("pre").text()).contains(":resume");
  }

  /** Of what the run did before, which a model has chosen. */
  @Test
  void isOnAPageWithoutCharactersThatCannotBeSeen() {
    var call =
        new PastCall(
            "c1\u202e",
            "t\u200b".repeat(100),
            "{}",
            PastCall.Outcome.FAILED,
            "\u0007bell",
            Optional.empty(),
            Instant.EPOCH);
    Document page = page(LimitCrossing.Kind.CALL_USD, new RecentSteps(List.of(call), List.of()));

    assertThat(page.expectFirst("li").text())
        .startsWith("c1⟨U+202E⟩ of t⟨U+200B⟩")
        .contains("… with {}: FAILED: ⟨U+0007⟩bell");
  }

  @Test
  void isReadAsADecisionAboutTheModelCall() {
    DecisionForm form = filled("0.62", " too dear ");

    assertThat(form.isAboutModelCall()).isTrue();
    assertThat(form.modelCallRequest())
        .isEqualTo(new ModelCallDecisionRequest(new BigDecimal("0.62"), "too dear"));
    assertThat(filled("0.62", " ").modelCallRequest().reason()).isNull();
  }

  @Test
  void isAboutAnAmountThatIsNotKnown() {
    assertThat(filled("unknown", "").modelCallRequest())
        .isEqualTo(new ModelCallDecisionRequest(null, null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "much", "-1", "1e9", "0.62 USD"})
  void takesNothingButAnAmount(String needed) {
    assertThatThrownBy(() -> filled(needed, "").modelCallRequest())
        .isInstanceOf(ProblemException.class);
  }

  private static DecisionForm filled(String needed, String reason) {
    var fields = new MultivaluedHashMap<String, String>();
    fields.add("needed", needed);
    fields.add("reason", reason);
    fields.add("decision", "deny");
    return new DecisionForm(fields);
  }

  private static Document page(LimitCrossing.Kind kind) {
    return page(kind, RecentSteps.NONE);
  }

  private static Document page(LimitCrossing.Kind kind, RecentSteps before) {
    var reached =
        new LimitCrossing(
            kind,
            new BigDecimal("0.5"),
            BigDecimal.ZERO,
            Optional.of(new BigDecimal("0.62")),
            Optional.empty());
    var budget =
        new BudgetView(
            Budget.NONE, Spending.NONE, Budget.NONE, Optional.empty(), Optional.of(reached));
    var call =
        new ModelCallView(
            Optional.of(new BigDecimal("0.62")),
            new BigDecimal("0.5"),
            Optional.of(Instant.EPOCH),
            Optional.of("bo"),
            new ToolCallView.ApprovalView(
                Optional.empty(),
                2,
                List.of("cy"),
                List.of("ana"),
                "It is not made.",
                "It waits.",
                new ToolCallView.ApprovalView.Explanations(
                    Optional.empty(), Code.STAYS_PAUSED.alone(), Code.STAYS_PAUSED.alone())),
            new MayDecide(Optional.of("approver"), Optional.empty(), List.of("ana"), true));
    var needs =
        new OpenCalls.Needs(
            Optional.of(budget), Spending.NONE, Optional.of(call), Optional.empty(), List.of());
    return Jsoup.parse(ApprovalPage.of(new Paused(), needs, before, Optional.empty()));
  }

  /** The row of a run that a limit of spending paused. */
  private static final class Paused extends Run {

    @Override
    public UUID id() {
      return new UUID(0, 1);
    }

    @Override
    public String agent() {
      return "clerk";
    }

    @Override
    public String submittedBy() {
      return "ana";
    }

    @Override
    public RunStatus status() {
      return RunStatus.PAUSED;
    }

    @Override
    public Optional<String> waitingFor() {
      return Optional.of(WaitReason.BUDGET.code());
    }
  }
}
