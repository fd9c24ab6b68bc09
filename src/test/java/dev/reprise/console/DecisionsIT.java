package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.act;
import static dev.reprise.console.ConsoleBrowser.button;
import static dev.reprise.console.ConsoleBrowser.patiently;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People direct runs and decide about calls in the console. */
class DecisionsIT {

  private static final ConsoleSite SITE = ConsoleSite.named("console-decisions");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void tellsThatARunHasChangedSinceItWasSeen() {
    UUID run = waiting("changed.txt");
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/runs/" + run);
    button(page, "Pause…").click();
    page.locator("dialog").waitFor();
    SITE.runs().pause(run);
    SITE.awaitStatus(run, "PAUSED");

    page.locator("dialog button.primary").click();

    assertThat(page.locator("dialog [role=alert]")).containsText("Someone else has changed this");
    page.keyboard().press("Escape");
    assertThat(page.locator("#standing")).containsText("Paused by operator");
  }

  @Test
  void directsARun() {
    UUID run = waiting("directed.txt");
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/runs/" + run);

    act(page, "Pause…", "to look at it");
    assertThat(page.locator("#standing")).containsText("Paused by operator: to look at it");
    act(page, "Resume…", "it is fine");
    assertThat(page.locator("#standing")).containsText("It waits for an approval", patiently());
    button(page, "Send a message…").click();
    page.locator("dialog textarea[name=message]").fill("be brief");
    page.locator("dialog button.primary").click();
    assertThat(page.locator("#details")).containsText("1 sent");
    button(page, "Fork…").click();
    assertThat(page.locator("dialog")).containsText("Expected cost");
    page.keyboard().press("Escape");
    button(page, "Cancel the run…").click();
    assertThat(page.locator("dialog")).containsText("ends for good");
    page.locator("dialog textarea").fill("no longer needed");
    page.locator("dialog button.danger").click();
    assertThat(page.locator("#standing"))
        .containsText("Cancelled by operator: no longer needed", patiently());
  }

  @Test
  void answersAQuestionAndResolvesAnUnknownCall() throws Exception {
    UUID once = SITE.submit("hold-once", SITE.file("once").toString());
    SITE.awaitEffects("once");
    SITE.server().kill();
    SITE.server().start();
    SITE.awaitStatus(once, "WAITING");
    UUID asks = SITE.submit("asks", "answered.txt");
    SITE.awaitStatus(asks, "WAITING");
    Page approver = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(approver, "/runs/" + once);
    assertThat(approver.locator("article.call")).containsText("with the role operator");
    assertThat(approver.locator("article.call button")).hasCount(0);
    Page page = BROWSER.loggedIn("operator");

    ConsoleBrowser.go(page, "/runs/" + once);
    page.locator("article.call input[value=SUCCEEDED]").check();
    page.locator("article.call textarea[name=result]").fill("it is there");
    page.locator("article.call textarea[name=evidence]").fill("I read the file");
    page.locator("article.call button[value=resolve]").click();
    assertThat(page.locator("#standing")).containsText("Completed: it is there", patiently());

    ConsoleBrowser.go(page, "/runs/" + asks);
    page.locator("details.context summary").first().click();
    assertThat(page.locator("details.context"))
        .containsText("missing {\"path\":\"missing.txt\"}: FAILED");
    page.locator("article.call[data-call=colour] input[value=blue]").check();
    page.locator("article.call[data-call=colour] button[value=answer]").click();
    assertThat(page.locator("article.call[data-call=colour]")).hasCount(0);
    ConsoleBrowser.go(page, "/runs/" + asks + "/events");
    assertThat(page.locator("main")).containsText("operator answered: blue");
    ConsoleBrowser.go(page, "/runs/" + asks);
    page.locator("details.context summary").first().click();
    assertThat(page.locator("details.context")).containsText("ask_human: answered operator");
    assertThat(page.locator("details.context")).containsText("blue");
  }

  @Test
  void asksTwiceBeforeACallIsApprovedThatIsRefused() {
    UUID run = waiting("off.txt");
    JsonClient admin = SITE.runs().http().as("admin");
    JsonNode off =
        admin.change(
            "POST",
            "api/v1/admin/kill-switches",
            Json.read("{\"kind\": \"TOOL\", \"name\": \"append_file\", \"reason\": \"it leaks\"}"));
    try {
      Page page = BROWSER.loggedIn("approver");
      ConsoleBrowser.go(page, "/inbox?run=" + run);
      assertThat(call(page, run, "one")).containsText("Switched off by admin", patiently());
      assertThat(call(page, run, "one")).containsText("it leaks");

      Locator approve = call(page, run, "one").locator("button[value=approve]");
      approve.click();
      assertThat(call(page, run, "one").locator("input[name=despite]")).isFocused();
      assertThat(page.locator("#toast")).hasCount(0);
      call(page, run, "one").locator("input[name=despite]").check();
      approve.click();

      assertThat(call(page, run, "one")).hasCount(0);
      ConsoleBrowser.go(page, "/tools");
      assertThat(page.locator("tr", text("append_file")).first()).containsText("switched off");
      ConsoleBrowser.go(page, "/tools/append_file");
      assertThat(page.locator("main .notice")).containsText("it leaks");
    } finally {
      admin.change(
          "POST",
          "api/v1/admin/kill-switches/%s:release".formatted(off.path("id").asText()),
          JsonNodeFactory.instance.objectNode());
    }
  }

  @Test
  void raisesABudgetWithoutOpeningTheRun() {
    ObjectNode submission =
        (ObjectNode)
            Json.read(
                """
                {"agent": "steps", "workspace": "effects", "input": {"effects": "budget.txt"},
                 "budget": {"modelCalls": 1}}""");
    JsonNode run = SITE.runs().http().change("POST", "api/v1/runs", submission);
    UUID id = UUID.fromString(run.path("id").asText());
    SITE.awaitStatus(id, "PAUSED");
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/inbox?run=" + id);
    assertThat(page.locator(item(id)))
        .containsText("The limit for the run's model calls is 1; 1 are used");

    page.locator(item(id) + " button", text("Resume")).click();
    assertThat(page.locator("dialog input[name=limit]")).hasValue("2");
    page.locator("dialog input[name=limit]").fill("40");
    ConsoleBrowser.confirm(page);

    SITE.awaitStatus(id, "COMPLETED");
  }

  @Test
  void offersToResumeARunThatWaitsBecauseOfALoop() {
    UUID run = waiting("loop.txt");
    Page page = BROWSER.loggedIn("operator");
    page.route(
        Pattern.compile("/api/v1/runs/" + run + "$"),
        route -> {
          APIResponse sent = route.fetch();
          String loop =
              sent.text().replaceAll("\"waitingFor\":\"[a-z]*\"", "\"waitingFor\":\"loop\"");
          route.fulfill(new Route.FulfillOptions().setResponse(sent).setBody(loop));
        });

    ConsoleBrowser.go(page, "/runs/" + run);

    assertThat(button(page, "Resume…")).isVisible();
    page.unrouteAll(); // before a poll is under way while the page closes
  }

  private static Page.LocatorOptions text(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }

  private static UUID waiting(String file) {
    UUID run = SITE.submit("three-approvals", file);
    SITE.awaitStatus(run, "WAITING");
    return run;
  }

  private static String item(UUID run) {
    return "section.item[data-run='" + run + "']";
  }

  private static Locator call(Page page, UUID run, String call) {
    return page.locator(item(run) + " article.call[data-call=" + call + "]");
  }
}
