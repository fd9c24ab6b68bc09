package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.HasAttributeOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page of a run follows it over a loss of its server, and shows hostile content as text. */
class RunPageIT {

  private static final double PATIENCE = 90_000;
  private static final ConsoleSite SITE = ConsoleSite.named("console-run");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void followsARunOverAKillOfItsServer() throws IOException {
    UUID run = SITE.submit("hold-again", SITE.file("followed").toString());
    SITE.awaitEffects("followed");
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/runs/" + run);
    assertThat(page.locator("#standing")).containsText("hold_again (hang) runs on");
    assertThat(page.locator(".connection")).hasAttribute("data-state", "live");

    SITE.server().kill();
    assertThat(page.locator(".connection")).hasAttribute("data-state", "lost");
    assertThat(page.locator("#standing")).containsText("The server cannot be reached since");
    assertThat(page.locator("#standing")).containsText("Last known: hold_again (hang) runs on");
    assertThat(ConsoleBrowser.button(page, "Pause…")).isDisabled();
    Files.createFile(SITE.file("followed.gate"));
    SITE.server().start();

    assertThat(page.locator("#standing")).containsText("Completed: released", patiently());
    assertThat(page.locator(".connection"))
        .hasAttribute("data-state", "ended", new HasAttributeOptions().setTimeout(PATIENCE));
    ConsoleBrowser.go(page, "/runs/" + run + "/timeline");
    assertThat(page.locator("[data-crash]")).hasCount(1);
    assertThat(page.locator(".timeline rect.server")).hasCount(2);
    double whole = lengthInView(page);
    page.getByLabel("Zoom in").click();
    assertThat(lengthInView(page)).isCloseTo(whole / 2, within(1.0));
    page.locator(".picture").focus();
    page.keyboard().press("0");
    assertThat(lengthInView(page)).isEqualTo(whole);
  }

  private static double lengthInView(Page page) {
    var picture = page.locator(".timeline svg");
    return Double.parseDouble(picture.getAttribute("data-until"))
        - Double.parseDouble(picture.getAttribute("data-from"));
  }

  @Test
  void linksARunToItsTrace() {
    UUID run = SITE.submit("steps", "traced.txt");
    String trace = SITE.runs().http().get("api/v1/runs/" + run).path("traceId").asText();
    Page page = BROWSER.loggedIn("viewer");

    ConsoleBrowser.go(page, "/runs/" + run);

    Locator link = page.locator("#details a[href^='https:']");
    assertThat(link).hasText(trace);
    assertThat(link).hasAttribute("href", ConsoleSite.TRACES + trace);
  }

  @Test
  void followsARunWithoutAStream() {
    Page page = BROWSER.loggedIn("operator");
    page.evaluate("localStorage.setItem('reprise.streaming', 'false')");
    UUID run = SITE.submit("steps", "polled.txt");

    ConsoleBrowser.go(page, "/runs/" + run);

    assertThat(page.locator(".connection")).hasAttribute("data-state", "polling");
    assertThat(page.locator("#standing")).containsText("The third is done.", patiently());
  }

  @Test
  void saysWhyEventsAreRefused() {
    UUID run = SITE.submit("steps", "refused.txt");
    SITE.awaitStatus(run, "COMPLETED");
    Page page = BROWSER.loggedIn("viewer");
    page.route(
        "**/api/v1/runs/*/events*",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(403)
                    .setContentType("application/problem+json")
                    .setBody(
                        """
                        {"title": "Forbidden", "status": 403, "code": "forbidden", "detail": "Not for you."}
                        """)));

    ConsoleBrowser.go(page, "/runs/" + run);

    assertThat(page.locator("main .problem")).containsText("Not for you.");
    assertThat(page.locator(".connection")).hasAttribute("data-state", "refused");
    assertThat(page.locator("main .loading")).hasCount(0);
  }

  @Test
  void staysWhereAPersonHasGoneBackToBeforeAnotherPageWasThere() {
    UUID run =
        SITE.submit("hostile", JsonNodeFactory.instance.objectNode().put("file", "none.txt"));
    SITE.awaitStatus(run, "COMPLETED");
    Page page = BROWSER.loggedIn("viewer");
    ConsoleBrowser.go(page, "/runs/" + run);
    assertThat(page.locator("#standing")).containsText("Completed");
    List<Route> held = new ArrayList<>();
    page.route("**/pages/runs.js", held::add);

    page.waitForRequest(
        "**/pages/runs.js", () -> page.evaluate("() => { window.location.hash = '/runs'; }"));
    ConsoleBrowser.go(page, "/runs/" + run + "/cost");
    assertThat(page.locator(".views a[aria-current=page]")).hasText("Cost");
    held.getFirst().resume();
    page.evaluate("address => import(address)", held.getFirst().request().url()); // it is there now

    assertThat(page.locator("h1")).containsText("hostile");
  }

  @Test
  void linksToAnEvent() {
    UUID run = SITE.submit("wait", "linked.txt");
    SITE.awaitStatus(run, "WAITING");
    Page page = BROWSER.loggedIn("viewer");

    ConsoleBrowser.go(page, "/runs/" + run + "/events/2");

    assertThat(page.locator("tr.target details")).hasAttribute("open", "");
    assertThat(page.locator("tr.target pre")).containsText("\"sequence\": 2");
    for (String view : List.of("cost", "relatives", "checkpoints", "history", "timeline")) {
      ConsoleBrowser.go(page, "/runs/" + run + "/" + view);
      assertThat(page.locator(".views a[aria-current=page]"))
          .hasAttribute("href", "#/runs/" + run + "/" + view);
      assertThat(page.locator("section .problem")).hasCount(0);
    }
  }

  @Test
  void showsHostileContentAsText() throws IOException {
    String hostile =
        "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
            + "\u001b[2J\u001b[31m red \u202e reversed \u2066";
    Files.writeString(SITE.file("hostile.txt"), hostile);
    UUID run =
        SITE.submit("hostile", JsonNodeFactory.instance.objectNode().put("file", "hostile.txt"));
    UUID longLine = SITE.submit("long-line", JsonNodeFactory.instance.objectNode());
    SITE.awaitStatus(run, "COMPLETED");
    SITE.awaitStatus(longLine, "COMPLETED");
    Page page = BROWSER.loggedIn("operator");

    ConsoleBrowser.go(page, "/runs/" + run);

    Locator transcript = page.locator(".transcript");
    assertThat(transcript).containsText("<script>document.title = 'owned'</script>");
    page.locator("details.call summary").first().click();
    assertThat(transcript).containsText("<img src=x onerror=");
    assertThat(transcript).containsText("⟨U+001B⟩[31m red ⟨U+202E⟩ reversed ⟨U+2066⟩");
    assertThat(page.locator("main script, main img")).hasCount(0);
    ConsoleBrowser.go(page, "/runs/" + longLine);
    assertThat(page.locator("#standing")).containsText("Completed");
    assertThat(page.title()).endsWith("Reprise");
    page.locator("details.call summary").first().click();
    assertThat(page.locator("details.call").first()).containsText("xxxxxxxxxx");
    ConsoleBrowser.go(page, "/runs/" + longLine + "/events");
    assertThat(page.locator("main")).containsText("run.completed");
  }

  @Test
  void verifiesTheRecordInTheBrowser() {
    UUID run =
        SITE.submit("hostile", JsonNodeFactory.instance.objectNode().put("file", "none.txt"));
    SITE.awaitStatus(run, "COMPLETED");
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/runs/" + run + "/events");

    page.getByText("Verify", new Page.GetByTextOptions().setExact(true)).click();
    assertThat(page.locator("#verified")).containsText("events are as they were written");

    page.route(
        "**/export",
        route -> {
          APIResponse sent = route.fetch();
          route.fulfill(
              new Route.FulfillOptions()
                  .setResponse(sent)
                  .setBody(sent.text().replace("run.completed", "run.cancelled")));
        });
    page.getByText("Verify", new Page.GetByTextOptions().setExact(true)).click();
    assertThat(page.locator("#verified")).containsText("is not what was written");
  }

  private static ContainsTextOptions patiently() {
    return new ContainsTextOptions().setTimeout(PATIENCE);
  }
}
