package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.reprise.platform.Json;
import dev.reprise.server.Runs;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People read and decide in the inbox: by keyboard, on a phone, two at once, several at once. */
class InboxPageIT {

  private static final ConsoleSite SITE =
      ConsoleSite.named("console-inbox", options -> options, "/console/lists/one-approval.yaml");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void approvesWithTheKeyboardAlone() {
    UUID run = waiting("keys.txt");
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(page, "/inbox?run=" + run);
    tabTo(page, ".opened article.call[data-call=one]");
    assertThat(call(page, run, "one")).containsText("keys.txt");
    assertThat(call(page, run, "one"))
        .containsText("The call runs with exactly these arguments, all parts of them.");

    page.keyboard().press("a");
    assertThat(call(page, run, "one").locator("button[value=approve]")).isFocused();
    page.keyboard().press("Enter");
    assertThat(page.locator("#toast")).containsText("Approve");

    assertThat(call(page, run, "two")).isFocused();
    assertThat(row(page, run)).hasCount(2);
    page.keyboard().press("ArrowDown");
    assertThat(call(page, run, "three")).isFocused();
    page.keyboard().press("d");
    assertThat(call(page, run, "three").locator("textarea[name=reason]")).isFocused();
    page.keyboard().press("Control+Enter");
    assertThat(row(page, run)).hasCount(2);
    page.keyboard().type("not three");
    page.keyboard().press("Control+Enter");
    assertThat(call(page, run, "three")).hasCount(0);

    assertThat(row(page, run)).hasCount(1);
    tabTo(page, ".waits a[data-run='" + run + "']");
    page.keyboard().press("Enter");
    tabTo(page, ".opened article.call[data-call=two]");
    page.keyboard().press("e");
    assertThat(page.locator("textarea.code")).hasValue(Pattern.compile("two"));
    page.keyboard().type(" "); // a field tells of its change when it loses the focus
    page.keyboard().press("Escape");
    assertThat(page.locator("textarea.code")).hasCount(0);
    assertThat(call(page, run, "two")).isFocused();
    page.keyboard().press("a");
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
      ConsoleBrowser.go(page, "/inbox?run=" + run);
      call(page, run, "one").waitFor();
    }
    Pattern reads = Pattern.compile("/api/v1/(approvals|runs/[^:]*)\\?");
    second.route(reads, Route::abort); // so that it is not read again before the decision
    String approve = "button[value=approve]";

    call(first, run, "one").locator(approve).click();
    assertThat(first.locator("#toast")).containsText("Approve");
    call(second, run, "one").locator(approve).click();

    Locator told = call(second, run, "one").locator("[role=alert]");
    assertThat(told).containsText("Someone else has decided about this call before you.");
    second.unroute(reads);
    assertThat(second.locator(".opened .notice")).containsText("This waits no longer");
    assertThat(told).containsText("Someone else has decided about this call before you.");
    assertThat(call(second, run, "one").locator("button")).hasCount(0);
    second.locator(".opened .notice button").click();
    assertThat(call(second, run, "two")).isFocused();
  }

  @Test
  void decidesAboutSeveralAlikeOnceEachWasOpened() {
    UUID first = alike(); // in the order in which they wait
    UUID second = alike();
    UUID third = alike();
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(page, "/inbox?run=" + first);
    assertThat(page.locator(item(first))).containsText("2 like it were not opened.");
    assertThat(page.locator("input[name=others]")).hasCount(0);

    row(page, second).click();
    page.locator(item(second) + " input[name=others]").check();
    assertThat(page.locator(item(second))).containsText("Also the one like it that was opened");
    page.locator(item(second) + " button[value=approve]").click();

    assertThat(page.locator("#toast")).containsText("2 calls");
    assertThat(row(page, first)).hasCount(0);
    SITE.awaitStatus(first, "COMPLETED");
    SITE.awaitStatus(second, "COMPLETED");
    assertThat(SITE.runs().status(third)).isEqualTo("WAITING");
    assertThat(page.locator(item(third) + " article.call")).isFocused();
  }

  @Test
  void oneThatWasDecidedElsewhereDoesNotHoldUpTheOthers() {
    UUID first = alike();
    UUID second = alike();
    UUID third = alike();
    Page page = BROWSER.loggedIn("approver");
    for (UUID run : new UUID[] {third, second, first}) {
      ConsoleBrowser.go(page, "/inbox?run=" + run);
      page.locator(item(run) + " button[value=approve]").waitFor();
    }
    Pattern reads = Pattern.compile("/api/v1/(approvals|runs/[^:]*)\\?");
    page.route(reads, Route::abort); // so that it is not read again before the decision
    new Runs(SITE.runs().http().as("second"))
        .say(second, "one:deny", (ObjectNode) Json.read("{\"reason\": \"not this one\"}"));

    page.locator(item(first) + " input[name=others]").check();
    page.locator(item(first) + " button[value=approve]").click();

    assertThat(page.locator("#toast"))
        .containsText("Done: Approve, 2 calls. Not decided: " + second.toString().substring(0, 8));
    page.unroute(reads);
    SITE.awaitStatus(first, "COMPLETED");
    SITE.awaitStatus(third, "COMPLETED");
    assertThat(SITE.runs().read(second).count("tool-call.completed")).isZero();
  }

  private static UUID alike() {
    UUID run = SITE.submit("one-approval", "alike.txt");
    SITE.awaitStatus(run, "WAITING");
    return run;
  }

  @Test
  void approvesOnAPhoneFromTheLinkOfAMail() {
    UUID run = waiting("phone.txt");
    Page page = BROWSER.loggedIn("approver");
    page.setViewportSize(390, 844);
    ConsoleBrowser.go(page, "/inbox?run=" + run);
    Locator approve = call(page, run, "one").locator("button[value=approve]");

    assertThat(page.locator(".opened pre").first()).isInViewport();
    assertThat(approve).isInViewport();
    assertThat(row(page, run).first()).isHidden();
    approve.click();

    assertThat(call(page, run, "two")).isVisible();
    assertThat(page.locator(".opened pre").first()).isInViewport();
    page.locator("a.back").click();
    assertThat(row(page, run)).hasCount(2);
    assertThat(row(page, run).first()).isVisible();
    assertThat(page.locator(".opened")).isHidden();
  }

  @Test
  void saysThatARunOfALinkWaitsNoLonger() {
    UUID run = SITE.submit("steps", "done.txt");
    SITE.awaitStatus(run, "COMPLETED");
    Page page = BROWSER.loggedIn("approver");

    ConsoleBrowser.go(page, "/inbox?run=" + run);

    assertThat(page.locator(".opened")).containsText("This run waits for no person now.");
    page.locator(".opened .notice a").click();
    assertThat(page.locator("#standing")).containsText("Completed");
  }

  @Test
  void showsWhatLedToAQuestion() {
    UUID run = waiting("context.txt");
    Page page = BROWSER.loggedIn("approver");
    List<String> asked = new CopyOnWriteArrayList<>();
    page.onRequest(request -> asked.add(request.url()));
    ConsoleBrowser.go(page, "/inbox");
    Locator context = page.locator(item(run) + " run-context");

    row(page, run).first().click();

    assertThat(context).containsText("What the model said with it");
    assertThat(context).containsText("These lines are needed.");
    assertThat(context).containsText("\"effects\": \"context.txt\"");
    assertThat(asked.stream().filter(url -> url.contains(run.toString()))).hasSize(3);
  }

  private static UUID waiting(String file) {
    UUID run = SITE.submit("three-approvals", file);
    SITE.awaitStatus(run, "WAITING");
    return run;
  }

  private static Locator row(Page page, UUID run) {
    return page.locator(".waits a[data-run='" + run + "']");
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
