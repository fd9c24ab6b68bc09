package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.confirm;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People are offered those decisions alone that the server accepts from them. */
class WhoMayDecideIT {

  private static final ConsoleSite SITE =
      ConsoleSite.named(
          "console-deciders",
          options ->
              options
                  .with("REPRISE_APPROVALS_BY_SUBMITTER", "false")
                  .with(
                      "REPRISE_TOOLS_POLICY_FILE",
                      ConsoleSite.resource("/console/deciders/policy.yaml").toString())
                  .with(
                      "REPRISE_PRICES_FILE",
                      ConsoleSite.resource("/console/money/prices.yaml").toString()),
          "/console/money/dear.yaml");

  private static final String[] DENY_OR_PASS_ON = {"Deny d", "Pass on… s"};

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void leavesACallThatWasPassedOnToTheOtherPerson() {
    UUID run = waiting("three-approvals", "passed.txt");
    UUID other = waiting("three-approvals", "other.txt");
    Page first = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(first, "/runs/" + run);
    Locator call = first.locator("article.call[data-call=one]");

    call.focus();
    first.keyboard().press("s");
    first.locator("dialog input[name=to]").fill("second");
    first.locator("dialog textarea[name=reason]").fill("you know the file");
    confirm(first);
    assertThat(call).containsText("Passed on to");
    assertThat(call).containsText("only second");
    assertThat(call(run, "one").path("assignedTo").asText()).isEqualTo("second");
    assertThat(SITE.runs().status(run)).isEqualTo("WAITING");

    assertThat(call.locator("button")).hasText(DENY_OR_PASS_ON);
    call.focus();
    first.keyboard().press("a");
    assertThat(first.locator("dialog[open]")).hasCount(0);

    Page second = BROWSER.loggedIn("second");
    ConsoleBrowser.go(second, "/inbox");
    assertThat(rows(second, other)).hasCount(3);
    second.getByText("passed on to me").click();
    assertThat(rows(second, other)).hasCount(0);
    item(second, run).locator("article.call[data-call=one] button[value=approve]").click();
    assertThat(second.locator(".empty")).containsText("Nothing of this waits for a person.");

    SITE.runs().say(run, "two:deny", reason());
    SITE.runs().say(run, "three:deny", reason());
    SITE.awaitStatus(run, "COMPLETED");
    assertThat(SITE.file("passed.txt")).hasContent("one\n");
    RecordedRun record = SITE.runs().read(run).assertSound();
    RecordedEvent assigned = record.first("tool-call.assigned");
    assertThat(assigned.data().path("by").asText()).isEqualTo("approver");
    assertThat(assigned.data().path("reason").asText()).isEqualTo("you know the file");
    assertThat(record.first("tool-call.decided").data().path("by").asText()).isEqualTo("second");
    ConsoleBrowser.go(second, "/runs/" + run + "/history");
    assertThat(second.locator("main section ol").first())
        .containsText("→ second you know the file");
  }

  @Test
  void leavesAnswersToThePersonThatAQuestionWasPassedOnTo() {
    UUID run = waiting("asks", "answered.txt");
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/runs/" + run);
    Locator question = page.locator("article.call[data-call=colour]");
    assertThat(question.locator("button")).hasText(new String[] {"Answer w", "Pass on… s"});

    question.focus();
    page.keyboard().press("s");
    page.locator("dialog input[name=to]").fill("admin");
    page.locator("dialog textarea[name=reason]").fill("you like colours");
    confirm(page);

    assertThat(question).containsText("only admin");
    assertThat(question.locator("button")).hasText(new String[] {"Pass on… s"});
  }

  @Test
  void leavesApprovalsToOthersThanTheSubmitter() {
    UUID run = waiting("three-approvals", "mine.txt");
    Page submitter = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(submitter, "/runs/" + run);
    Page other = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(other, "/runs/" + run);

    String call = "article.call[data-call=one] button";
    assertThat(submitter.locator(call)).hasText(DENY_OR_PASS_ON);
    assertThat(other.locator(call))
        .hasText(new String[] {"Approve a", "Edit and approve… e", "Deny d", "Pass on… s"});
  }

  @Test
  void leavesModelCallsToOthersThanTheSubmitter() {
    UUID run = SITE.submit("dear", JsonNodeFactory.instance.objectNode());
    SITE.awaitStatus(run, "PAUSED");
    Page submitter = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(submitter, "/runs/" + run);
    Page other = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(other, "/inbox?run=" + run);
    Page viewer = BROWSER.loggedIn("viewer");
    ConsoleBrowser.go(viewer, "/inbox?run=" + run);

    assertThat(submitter.locator("article.call")).containsText("not operator");
    assertThat(submitter.locator("article.call button")).hasText(DENY_OR_PASS_ON);
    assertThat(item(other, run).locator("article.call button"))
        .hasText(new String[] {"Approve a", "Deny d", "Pass on… s"});
    assertThat(item(viewer, run).locator("article.call")).containsText("with the role approver");
    assertThat(item(viewer, run).locator("button")).hasCount(0);
  }

  @Test
  void leavesCallsToPeopleWhoHaveTheRoleThatTheToolsOfTheRunNeed() {
    UUID run = waiting("asks", "role.txt");
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(page, "/runs/" + run);
    Locator line = page.locator("article.call[data-call=line]");

    assertThat(line).containsText("with the role operator");
    assertThat(line.locator("button")).hasCount(0);
  }

  private static UUID waiting(String agent, String file) {
    UUID run = SITE.submit(agent, file);
    SITE.awaitStatus(run, "WAITING");
    return run;
  }

  private static JsonNode call(UUID run, String id) {
    return SITE.get("runs/" + run + "/tool-calls")
        .path("items")
        .valueStream()
        .filter(call -> call.path("id").asText().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static Locator item(Page page, UUID run) {
    return page.locator("section.item[data-run='" + run + "']");
  }

  private static Locator rows(Page page, UUID run) {
    return page.locator(".waits a[data-run='" + run + "']");
  }

  private static ObjectNode reason() {
    return JsonNodeFactory.instance.objectNode().put("reason", "one is enough");
  }
}
