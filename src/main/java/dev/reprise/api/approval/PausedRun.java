package dev.reprise.api.approval;

import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.api.budget.BudgetView;
import dev.reprise.api.control.ModelCallView;
import dev.reprise.api.control.OpenCalls;
import dev.reprise.run.Run;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jsoup.nodes.Element;

/**
 * Says on the page why a run is paused that no person paused, and how people continue it.
 *
 * @param reached the limit that the next call would cross; empty if an approval expired
 * @param modelCall the model call about which people decide
 */
record PausedRun(UUID id, Optional<LimitCrossing> reached, Optional<ModelCallView> modelCall) {

  /** Returns what to say; empty if the run is not paused, or a person paused it. */
  static Optional<PausedRun> of(Run run, OpenCalls.Needs needs) {
    if (run.status() != RunStatus.PAUSED || run.waitingFor().isEmpty()) {
      return Optional.empty();
    }
    boolean isHeldUp = run.waitingFor().filter(WaitReason.BUDGET.code()::equals).isPresent();
    return Optional.of(
        new PausedRun(
            run.id(),
            needs.budget().filter(it -> isHeldUp).flatMap(BudgetView::reached),
            needs.modelCall()));
  }

  void addTo(Element body) {
    body.appendElement("h2").text("Why the run is paused");
    reached.ifPresentOrElse(limit -> addLimit(body, limit), () -> addExpiry(body));
  }

  private void addExpiry(Element body) {
    body.appendElement("p")
        .text(
            "No decision came in time. Once the run is resumed, it asks again about the calls that wait.");
    addRequest(body, "{}");
  }

  private void addLimit(Element body, LimitCrossing limit) {
    body.appendElement("p")
        .text("The next call would cross a limit of spending: %s.".formatted(limit.message()));
    switch (limit.kind()) {
      case CALL_USD ->
          modelCall.ifPresentOrElse(call -> addModelCall(body, call), () -> addExpiry(body));
      case RUN_USD -> addHigherLimit(body, "usd", limit);
      case RUN_TOKENS -> addHigherLimit(body, "tokens", limit);
      case RUN_MODEL_CALLS -> addHigherLimit(body, "modelCalls", limit);
      case RUN_TOOL_CALLS -> addHigherLimit(body, "toolCalls", limit);
      case RUN_TIME -> {
        body.appendElement("p").text("It continues with a longer time, such as this:");
        Duration taken = Duration.ofSeconds(limit.spent().longValue());
        addRequest(body, "{\"budget\": {\"time\": \"%s\"}}".formatted(taken.multipliedBy(2)));
      }
      default -> {
        body.appendElement("p").text("It can continue once the limit begins anew or is raised.");
        addRequest(body, "{}");
      }
    }
  }

  private static void addModelCall(Element body, ModelCallView call) {
    body.appendElement("p").text("Once it is approved, the run makes this call of the model.");
    Element facts = body.appendElement("dl");
    call.until().ifPresent(until -> ApprovalPage.entry(facts, "Decide until", until.toString()));
    ApprovalPage.entry(facts, "Who may decide", call.mayDecide().text());
    ApprovalPage.addApproval(facts, call.approval());
    Element form = body.appendElement("form").attr("method", "post");
    ApprovalPage.hidden(
        form,
        DecisionForm.NEEDED,
        call.needed().map(BigDecimal::toPlainString).orElse(DecisionForm.UNKNOWN));
    ApprovalPage.addDecision(form);
  }

  private void addHigherLimit(Element body, String name, LimitCrossing limit) {
    String least =
        limit.needed().map(limit.spent()::add).map(BigDecimal::toPlainString).orElse("…");
    body.appendElement("p").text("It continues with a higher limit, at least as high as this:");
    addRequest(body, "{\"budget\": {\"%s\": %s}}".formatted(name, least));
  }

  private void addRequest(Element body, String request) {
    body.appendElement("p").text("A person with the role operator resumes it:");
    body.appendElement("pre").text("POST /api/v1/runs/%s:resume\n%s".formatted(id, request));
  }
}
