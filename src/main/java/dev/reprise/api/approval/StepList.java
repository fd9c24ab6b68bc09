package dev.reprise.api.approval;

import dev.reprise.run.history.HumanStep;
import dev.reprise.run.history.PastCall;
import dev.reprise.run.history.PastDecision;
import dev.reprise.run.history.RecentSteps;
import java.util.List;
import org.jsoup.nodes.Element;

/** Shows on the page what a run did last, and what people decided. */
final class StepList {

  private StepList() {}

  static void add(Element body, RecentSteps before) {
    addList(body, "What was done before", before.calls().stream().map(StepList::text).toList());
    addList(
        body,
        "What people decided before",
        before.decisions().stream().map(StepList::text).toList());
  }

  private static void addList(Element body, String title, List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    body.appendElement("h2").text(title);
    Element list = body.appendElement("ol");
    lines.forEach(line -> list.appendElement("li").text(line));
  }

  private static String text(PastCall call) {
    return "%s of %s with %s: %s%s: %s"
        .formatted(
            ApprovalPage.name(call.id()),
            ApprovalPage.name(call.tool()),
            call.arguments(),
            call.outcome(),
            call.usd().map(usd -> ", %s USD".formatted(usd.toPlainString())).orElse(""),
            call.result());
  }

  private static String text(PastDecision past) {
    HumanStep step = past.decision();
    return "%s of %s: %s by %s at %s%s"
        .formatted(
            ApprovalPage.name(past.call()),
            ApprovalPage.name(past.tool().orElse("an unknown tool")),
            step.kind(),
            step.by().orElse("no person"),
            step.at(),
            step.text().map(": %s"::formatted).orElse(""));
  }
}
