package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.act;
import static dev.reprise.console.ConsoleBrowser.button;
import static dev.reprise.console.ConsoleBrowser.patiently;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People decide in the console: with the keyboard alone, and two at once. */
class DecisionsIT {

  private static final ConsoleSite SITE = ConsoleSite.named("console-decisions");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void approvesWithTheKeyboardAlone() {
    UUID run = waiting("keys.txt");
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(page, "/inbox");
    page.locator(item(run)).waitFor();

    tabTo(page, item(run) + " article.call[data-call=one]");
    page.keyboard().press("a");
    assertThat(page.locator("dialog"))
        .containsText("The call runs with exactly these arguments, all parts of them.");
    assertThat(page.locator("dialog pre")).containsText("keys.txt");
    tabTo(page, "dialog button.primary");
    page.keyboard().press("Enter");
    assertThat(page.locator("#toast")).containsText("Approve");
    assertThat(call(page, run, "one")).hasCount(0);

    tabTo(page, item(run) + " article.call[data-call=two]");
    page.keyboard().press("ArrowDown");
    assertThat(call(page, run, "three")).isFocused();
    page.keyboard().press("d");
    page.locator("dialog textarea").waitFor();
    tabTo(page, "dialog textarea");
    page.keyboard().type("not three");
    page.keyboard().press("Tab");
    page.keyboard().press("Enter");
    assertThat(call(page, run, "three")).hasCount(0);

    tabTo(page, item(run) + " article.call[data-call=two]");
    page.keyboard().press("e");
    assertThat(page.locator("dialog textarea.code")).hasValue(Pattern.compile("two"));
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog")).hasCount(0);
    assertThat(call(page, run, "two")).isFocused();
    page.keyboard().press("a");
    tabTo(page, "dialog button.primary");
    page.keyboard().press("Enter");

    SITE.awaitStatus(run, "COMPLETED");
    assertThat(SITE.file("keys.txt")).hasContent("one\ntwo\n");
  }

  @Test
  void tellsTheSecondOfTwoPeopleThatTheFirstHasDecided() {
    UUID run = waiting("both.txt");
    Page first = BROWSER.loggedIn("approver");
    Page second = BROWSER.loggedIn("second");
    for (Page page : new Page[] {first, second}) {
      ConsoleBrowser.go(page, "/runs/" + run);
      page.locator("article.call[data-call=one] button.primary").click();
      page.locator("dialog").waitFor();
    }

    first.locator("dialog button.primary").click();
    assertThat(first.locator("#toast")).containsText("Approve");
    second.locator("dialog button.primary").click();

    assertThat(second.locator("dialog [role=alert]"))
        .containsText("Someone else has decided about this call before you.");
    second.keyboard().press("Escape");
    assertThat(second.locator("article.call[data-call=one]")).hasCount(0);
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
    page.locator("article.call button.primary").click();
    page.locator("dialog textarea[name=result]").fill("it is there");
    page.locator("dialog textarea[name=evidence]").fill("I read the file");
    page.locator("dialog button.primary").click();
    assertThat(page.locator("#standing")).containsText("Completed: it is there", patiently());

    ConsoleBrowser.go(page, "/runs/" + asks);
    page.locator("details.context summary").first().click();
    assertThat(page.locator("details.context"))
        .containsText("missing {\"path\":\"missing.txt\"}: FAILED");
    page.locator("article.call[data-call=colour] button.primary").click();
    page.locator("dialog select").selectOption("blue");
    page.locator("dialog button.primary").click();
    assertThat(page.locator("article.call[data-call=colour]")).hasCount(0);
    ConsoleBrowser.go(page, "/runs/" + asks + "/events");
    assertThat(page.locator("main")).containsText("operator answered: blue");
    ConsoleBrowser.go(page, "/runs/" + asks);
    page.locator("details.context summary").first().click();
    assertThat(page.locator("details.context")).containsText("ask_human: answered operator");
    assertThat(page.locator("details.context")).containsText("blue");
  }

  @Test
  void showsWhatLedToAQuestion() {
    UUID run = waiting("context.txt");
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(page, "/inbox");
    List<String> asked = new CopyOnWriteArrayList<>();
    page.onRequest(request -> asked.add(request.url()));
    Locator context = page.locator(item(run) + " details.context");

    context.locator("summary").click();

    assertThat(context).containsText("What the model said with it");
    assertThat(context).containsText("These lines are needed.");
    assertThat(context).containsText("\"effects\": \"context.txt\"");
    assertThat(asked.stream().filter(url -> url.contains(run.toString()))).hasSize(3);
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
      ConsoleBrowser.go(page, "/inbox");
      assertThat(call(page, run, "one")).containsText("Switched off by admin", patiently());
      assertThat(call(page, run, "one")).containsText("it leaks");

      call(page, run, "one").locator("button.primary").click();
      page.locator("dialog button.primary").click();
      assertThat(page.locator("dialog")).isVisible();
      page.locator("dialog input[name=despite]").check();
      ConsoleBrowser.confirm(page);

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
    ConsoleBrowser.go(page, "/inbox");
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

  /** Presses the tabulator until an element has the focus. */
  private static void tabTo(Page page, String selector) {
    page.locator(selector).waitFor();
    for (int i = 0; i < 200; i++) {
      if ((Boolean)
          page.evaluate("selector => document.activeElement.matches(selector)", selector)) {
        return;
      }
      page.keyboard().press("Tab");
    }
    throw new AssertionError("the keyboard does not reach " + selector);
  }
}
