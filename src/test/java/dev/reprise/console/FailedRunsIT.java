package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.patiently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.reprise.platform.Json;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People find what failed, when and why, and retry what failed for one cause. */
class FailedRunsIT {

  private static final int LIMITED = 52; // more than a page
  private static final int FAULTY = 2;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final ConsoleSite SITE =
      ConsoleSite.named(
          "console-failed",
          options -> options,
          "/crash/files/short-of-turns.yaml",
          "/console/failed/refused.yaml");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  private static UUID limited = new UUID(0, 0);
  private static UUID faulty = new UUID(0, 0);

  @BeforeAll
  static void start() {
    SITE.server().start();
    for (int i = 0; i < LIMITED; i++) {
      limited = SITE.submit("short-of-turns", "turns.txt");
    }
    for (int i = 0; i < FAULTY; i++) {
      faulty = SITE.submit("refused", JsonNodeFactory.instance.objectNode());
    }
    await().atMost(PATIENCE).until(() -> failed() == LIMITED + FAULTY);
  }

  private static int failed() {
    return StreamSupport.stream(SITE.get("run-counts").path("items").spliterator(), false)
        .filter(each -> each.path("status").asText().equals("FAILED"))
        .mapToInt(each -> each.path("count").asInt())
        .sum();
  }

  private static String code(UUID run) {
    return SITE.get("runs/" + run).at("/failure/code").asText();
  }

  private static String message(UUID run) {
    return SITE.get("runs/" + run).at("/failure/message").asText();
  }

  @Test
  void listsShowWhatFailedForACauseAtOnce() {
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/");
    Locator panel = page.locator("section[aria-labelledby=failed]");

    panel.locator("a", new Locator.LocatorOptions().setHasText(code(limited))).click();

    Locator rows = page.locator(".runs tbody tr");
    assertThat(rows).hasCount(50, soon());
    page.locator("main p button", new Page.LocatorOptions().setHasText("Load more")).click();
    assertThat(rows).hasCount(LIMITED, soon());
    Locator first = rows.first();
    assertThat(first).containsText("Failed");
    assertThat(first).containsText(code(limited) + " " + message(limited));
    assertThat(first).containsText("second turn 2");
    assertThat(first).containsText("$0.00");
    assertThat(page.locator("tbody")).not().containsText(code(faulty));
    assertThat(first.boundingBox().height).isBetween(31.0, 34.0);
    assertThat(page.locator("main .notice")).containsText(message(limited));
  }

  /** From the first page: failures, the last hour, retry, yes; the receipt follows by itself. */
  @Test
  void retriesAllFailuresOfOneCauseOfTheLastHourWithFourClicks() {
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/");
    Job job = Job.begin(page);

    page.locator("nav a", new Page.LocatorOptions().setHasText("Failures")).click();
    page.locator(".choices a", new Page.LocatorOptions().setHasText("Hour")).click();
    Locator cause = page.locator(".cause", new Page.LocatorOptions().setHasText(message(faulty)));
    assertThat(cause.locator(".figure")).hasText(Integer.toString(FAULTY));
    cause.locator("button").click();
    Locator act = page.locator("dialog .acts button").first();
    assertThat(act).hasText("Retry: 2 runs");
    assertThat(act).not().hasClass("danger");
    act.click();

    assertThat(page.locator("main")).containsText("Accepted", patiently());
    job.isDoneWith(4);
    Locator now = page.locator("main dl a", new Page.LocatorOptions().setHasText("Failed"));
    assertThat(now).containsText("Failed 2", patiently());
    now.click();
    assertThat(page.locator("main")).containsText("Only runs that are now: Failed.");
    assertThat(page.locator("tbody tr")).hasCount(FAULTY, soon());
    assertThat(page.locator("main progress")).hasCount(1);
    assertThat(page.locator("main meter")).hasCount(0);
    page.locator("main a", new Page.LocatorOptions().setHasText("All causes of failures")).click();
    assertThat(page.locator("section[aria-labelledby=retried]"))
        .containsText("Runs: 2", patiently());
    assertThat(page.locator("section[aria-labelledby=retried]")).containsText("Failed 2");
  }

  @Test
  void causesLeadToTheirRunsAndToThoseOfAnAgent() {
    Page page = BROWSER.loggedIn("viewer");
    ConsoleBrowser.go(page, "/runs");
    page.locator("main a", new Page.LocatorOptions().setHasText("Why did they fail?")).click();
    Locator causes = page.locator(".cause");
    assertThat(causes).hasCount(2);
    assertThat(causes.first().locator(".figure")).hasText(Integer.toString(LIMITED));
    assertThat(causes.first()).containsText("in second");
    assertThat(causes.locator("button")).hasCount(0);
    assertThat(
            new AxeBuilder(page)
                .withTags(List.of("wcag2a", "wcag2aa", "wcag22aa"))
                .analyze()
                .getViolations())
        .isEmpty();

    page.locator(".cause a", new Page.LocatorOptions().setHasText("refused")).click();
    assertThat(causes).hasCount(1);
    page.locator(".cause a", new Page.LocatorOptions().setHasText("Show runs")).click();

    assertThat(page.locator(".runs tbody tr")).hasCount(FAULTY, soon());
    assertThat(page.url()).contains("failureGroup=").contains("ended=day").contains("agent=");
  }

  @Test
  void listsNarrowToWhatFailedLatelyAndKeepTheFocus() {
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/runs?status=FAILED");

    page.locator("select[name=time]").selectOption("ended:hour");

    assertThat(page.locator("tbody tr")).hasCount(50, soon());
    assertThat(page.locator("select[name=time]")).isFocused();
    assertThat(page.url()).contains("status=FAILED").contains("ended=hour");
    assertThat(SITE.get("runs?status=FAILED&endedAfter=2100-01-01T00:00:00Z").path("items"))
        .isEmpty();
  }

  @Test
  void aTimeThatIsNoneIsRefusedByTheServer() {
    Page page = BROWSER.loggedIn("operator");

    ConsoleBrowser.go(page, "/runs?createdAfter=x");

    assertThat(page.locator("main .problem")).containsText("createdAfter");
    assertThat(page.locator(".runs tbody tr")).hasCount(0);
  }

  @Test
  void aPhoneShowsTheFirstRunsOnItsFirstScreen() {
    Page page = BROWSER.loggedIn("operator");
    page.setViewportSize(390, 844);

    ConsoleBrowser.go(page, "/runs?status=FAILED");

    Locator rows = page.locator(".runs tbody tr");
    assertThat(rows).hasCount(50, soon());
    assertThat(rows.nth(3)).isInViewport();
    assertThat(
            page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
                    + " && [...document.querySelectorAll('.scroll')].every(it => it.scrollWidth <= it.clientWidth)"))
        .isEqualTo(true);
    rows.first().click();
    assertThat(page.locator("#standing")).isVisible();
  }

  /** The price of a run is that of its own model calls; of a parent run, that of all. */
  @Test
  void theCostOfARunIsCountedOnce() {
    Page page = BROWSER.loggedIn("operator");
    page.route(
        url -> url.endsWith("/api/v1/runs/" + limited), route -> priced(route, "0.02", "0.02"));
    page.route(
        url -> url.endsWith("/api/v1/runs/" + faulty), route -> priced(route, "0.02", "0.05"));

    ConsoleBrowser.go(page, "/runs/" + limited + "/cost");
    assertThat(page.locator("dl").last()).containsText("With the runs that work for it$0.02");

    ConsoleBrowser.go(page, "/runs/" + faulty + "/cost");
    assertThat(page.locator("dl").last()).containsText("With the runs that work for it$0.05");
  }

  private static void priced(Route route, String own, String all) {
    var response = route.fetch();
    JsonNode run = Json.read(response.text());
    ((ObjectNode) run.at("/progress/cost")).put("amount", new BigDecimal(own));
    ((ObjectNode) run.at("/progress/spent/cost")).put("amount", new BigDecimal(all));
    route.fulfill(new Route.FulfillOptions().setResponse(response).setBody(Json.write(run)));
  }

  private static LocatorAssertions.HasCountOptions soon() {
    return new LocatorAssertions.HasCountOptions().setTimeout((double) PATIENCE.toMillis());
  }
}
