package dev.reprise.api.approval;

import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.budget.Spending;
import dev.reprise.api.control.OpenCalls;
import dev.reprise.api.control.ToolCallView;
import dev.reprise.platform.PlainText;
import dev.reprise.run.Run;
import dev.reprise.run.history.RecentSteps;
import java.util.List;
import java.util.Optional;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/**
 * Renders what waits for people in a run. All texts are set as text nodes or attributes, so that
 * nothing that a model wrote is read as HTML, and characters that cannot be seen are written out.
 * The page has no script and no style, because the content policy of the server allows none.
 */
final class ApprovalPage {

  private static final int MAX_NAME = 100;

  private ApprovalPage() {}

  /**
   * Returns the page.
   *
   * @param before what was done last
   * @param notice what became of the last decision; empty if there was none
   */
  static String of(Run run, OpenCalls.Needs needs, RecentSteps before, Optional<String> notice) {
    Document page = Document.createShell("");
    page.title("Reprise: run " + run.id());
    Element body = page.body();
    body.appendElement("h1").text("What waits for you");
    notice.ifPresent(text -> body.appendElement("p").attr("role", "status").text(text));
    Element about = body.appendElement("dl");
    entry(about, "Run", run.id().toString());
    entry(about, "Agent", run.agent());
    entry(about, "Submitted by", run.submittedBy());
    run.labels().values().forEach((label, value) -> entry(about, "Label " + label, value));
    entry(about, "Status", run.status().name());
    entry(about, "Spent so far", text(needs.spent()));
    List<ToolCallView> asked =
        needs.calls().stream().filter(call -> call.question().asking().isPresent()).toList();
    Optional<PausedRun> paused = PausedRun.of(run, needs);
    paused.ifPresent(it -> it.addTo(body));
    if (asked.isEmpty() && paused.isEmpty()) {
      body.appendElement("p").text("No call of this run waits for a person now.");
    }
    if (!asked.isEmpty()) {
      needs.said().ifPresent(text -> addText(body, "What the model said with it", text));
    }
    for (ToolCallView call : asked) {
      add(body, call);
      if (paused.isEmpty()) {
        addForm(body, call);
      }
    }
    StepList.add(body, before);
    page.nodeStream(TextNode.class).forEach(it -> it.text(PlainText.ofLines(it.getWholeText())));
    return page.outerHtml();
  }

  /** Returns a name that a model chose as one line, shortened. */
  static String name(String text) {
    return PlainText.of(text, MAX_NAME);
  }

  private static String text(Spending spent) {
    return "%s USD, %d tokens, %d tool calls"
        .formatted(spent.usd().toPlainString(), spent.tokens(), spent.toolCalls());
  }

  private static void add(Element body, ToolCallView view) {
    ToolCallView.Question question = view.question();
    body.appendElement("hr");
    body.appendElement("h2")
        .text("Call %s of %s".formatted(name(view.call().id()), name(view.call().tool())));
    question.question().ifPresent(text -> body.appendElement("p").text(text));
    body.appendElement("pre").text(view.call().arguments().toPrettyString());
    question
        .diff()
        .ifPresent(
            diff -> {
              body.appendElement("h3").text("What it changes");
              body.appendElement("pre").text(diff);
            });
    Element facts = body.appendElement("dl");
    view.switchedOff()
        .ifPresent(off -> entry(facts, "Refused while its tool is switched off", off.text()));
    view.until().ifPresent(until -> entry(facts, "Decide until", until.toString()));
    view.mayDecide().ifPresent(who -> entry(facts, "Who may decide", who.text()));
    question.approval().ifPresent(approval -> addApproval(facts, approval));
  }

  private static void addForm(Element body, ToolCallView view) {
    ToolCallView.Question question = view.question();
    Element form = form(body, view.call());
    view.switchedOff().ifPresent(off -> addFurtherYes(form));
    if (question.asking().filter(QuestionKind.ANSWER::equals).isPresent()) {
      addAnswer(form, question.options());
    } else {
      addDecision(form);
    }
  }

  /** Browsers send the form only once a person has ticked it. */
  private static void addFurtherYes(Element form) {
    Element yes = form.appendElement("p").appendElement("label");
    yes.appendElement("input").attr("type", "checkbox").attr("required", "");
    yes.appendText(" I know that the call is refused while its tool is switched off.");
  }

  private static void addText(Element body, String title, String text) {
    body.appendElement("h2").text(title);
    body.appendElement("pre").text(text);
  }

  /** Adds what a person fills in to approve or deny. */
  static void addDecision(Element form) {
    Element reason = form.appendElement("p").appendElement("label");
    reason.text("Reason: ");
    reason.appendElement("input").attr("name", "reason").attr("size", "60");
    button(form, DecisionForm.Decision.APPROVE, "Approve");
    button(form, DecisionForm.Decision.DENY, "Deny").attr("formnovalidate", "");
  }

  /** Adds what an approval depends on, and who has given one. */
  static void addApproval(Element facts, ToolCallView.ApprovalView approval) {
    approval.estimate().ifPresent(cost -> entry(facts, "Expected cost", cost.toString()));
    if (approval.quorum() > 1) {
      entry(
          facts,
          "Approvals",
          "%d of %d: %s"
              .formatted(
                  approval.approvedBy().size(),
                  approval.quorum(),
                  String.join(", ", approval.approvedBy())));
    }
    entry(facts, "If denied", approval.ifDenied());
    entry(facts, "Without a decision", approval.ifLate());
  }

  private static Element form(Element body, ToolCallView.Call call) {
    Element form = body.appendElement("form").attr("method", "post");
    hidden(form, "call", call.id());
    hidden(form, "phase", call.phase());
    hidden(form, "iteration", Integer.toString(call.iteration()));
    hidden(form, "digest", call.digest());
    return form;
  }

  private static void addAnswer(Element form, List<String> options) {
    Element label = form.appendElement("p").appendElement("label");
    label.text("Answer: ");
    if (options.isEmpty()) {
      label.appendElement("textarea").attr("name", "answer").attr("rows", "4").attr("cols", "60");
    } else {
      Element choice = label.appendElement("select").attr("name", "answer");
      options.forEach(option -> choice.appendElement("option").attr("value", option).text(option));
    }
    button(form, DecisionForm.Decision.ANSWER, "Answer");
  }

  private static Element button(Element form, DecisionForm.Decision decision, String label) {
    return form.appendElement("button")
        .attr("name", "decision")
        .attr("value", decision.word())
        .text(label);
  }

  static void hidden(Element form, String name, String value) {
    form.appendElement("input").attr("type", "hidden").attr("name", name).attr("value", value);
  }

  static void entry(Element list, String term, String text) {
    list.appendElement("dt").text(term);
    list.appendElement("dd").text(text);
  }
}
