package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.reprise.server.JsonClient;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What pages cost: compressed, asked for only as often as it may change, and sent only if it has.
 */
class TrafficIT {

  private static final int HALF_A_MINUTE = 30;
  private static final int WAITING = 17;
  private static final LocatorAssertions.ContainsTextOptions LATE =
      new LocatorAssertions.ContainsTextOptions().setTimeout(60_000);

  private static final ConsoleSite SITE =
      ConsoleSite.named(
          "console-traffic",
          options -> options.with("REPRISE_DISPATCH_AS_JOBS", "never"),
          "/console/lists/one-approval.yaml",
          "/console/lists/quick.yaml");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  private static UUID one;
  private static UUID other;

  @BeforeAll
  static void start() {
    LongAgent.addTo(SITE, 330);
    SITE.server().start();
    List<UUID> asking =
        IntStream.range(0, WAITING)
            .mapToObj(i -> SITE.submit("one-approval", "waits-" + i + ".txt"))
            .toList();
    one = LongAgent.run(SITE);
    other = SITE.submit("quick", "none");
    SITE.awaitStatus(other, "COMPLETED");
    asking.forEach(it -> SITE.awaitStatus(it, "WAITING"));
  }

  @Test
  void aLongRunEndsWithACheckpointSoThatItsReadersReadFewEvents() {
    assertThat(SITE.runs().read(one).has("run.checkpointed")).isTrue();
  }

  @Test
  void anIdleHomePageAsksForWhatChangesFastAndForTheRestSeldom() {
    Page page = BROWSER.loggedIn("operator");
    assertThat(page.locator("#needs")).isVisible();
    Traffic traffic = Traffic.of(page);

    traffic.during(HALF_A_MINUTE).print("home, idle, half a minute");

    assertThat(traffic.requests()).isBetween(6, 30);
    assertThat(traffic.bytes()).isLessThan(30_000);
  }

  @Test
  void anIdleInboxIsSentOnce() {
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/inbox");
    assertThat(page.locator(".waits .list a")).hasCount(WAITING);
    Traffic traffic = Traffic.of(page);

    traffic.during(HALF_A_MINUTE).print("inbox with 17 entries, idle, half a minute");

    assertThat(traffic.requests("approvals")).as("the list, and its number").isBetween(4L, 12L);
    assertThat(traffic.bytes()).isLessThan(10_000);
  }

  @Test
  void theLoginPageIsCompressed() {
    Page page = BROWSER.open(new Browser.NewContextOptions());
    page.locator("form button.primary").waitFor();

    var share =
        (Number)
            page.evaluate(
                """
                () => {
                  const files = performance.getEntriesByType('resource');
                  const sum = name => files.reduce((sum, file) => sum + file[name], 0);
                  return sum('encodedBodySize') / sum('decodedBodySize');
                }\
                """);

    assertThat(share.doubleValue()).as("what is sent of what is read").isLessThan(0.6);
  }

  @Test
  void comparingRunsThatHaveEndedReadsThemOnce() {
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/compare?left=" + one + "&right=" + other);
    assertThat(page.locator(".first-line")).containsText("differ", LATE);
    Traffic traffic = Traffic.of(page);

    traffic.during(HALF_A_MINUTE).print("compare, idle, half a minute");

    assertThat(traffic.requests("/runs/")).isZero();
    assertThat(traffic.requests()).as("the number of what waits").isLessThanOrEqualTo(4);
  }

  @Test
  void aRunThatHasEndedIsReadOnce() {
    Page page = BROWSER.loggedIn("operator");
    Traffic traffic = Traffic.of(page);
    ConsoleBrowser.go(page, "/runs/" + one);
    assertThat(page.locator(".connection")).hasAttribute("data-state", "ended");
    assertThat(page.locator(".entry").last()).containsText("Done.", LATE);
    page.waitForTimeout(1000);

    int events = SITE.runs().read(one).events().size();
    traffic.print("opening a run of %d events".formatted(events));
    assertThat(traffic.requests("tool-calls")).isZero();
    assertThat(traffic.requests("/events?"))
        .as("the newest, and once all before them")
        .isBetween(events / 200L, events / 200L + 2);
    assertThat(traffic.requests("/runs/" + one) - traffic.requests("/events?"))
        .isLessThanOrEqualTo(3);
    assertThat(traffic.bytes()).isLessThan(100L * events);
  }

  @Test
  void anAnswerThatHasNotChangedIsNotSentAgain() {
    JsonClient operator = SITE.runs().http();
    HttpResponse<String> first = operator.ask("api/v1/agents");
    String tag = first.headers().firstValue("ETag").orElseThrow();

    HttpResponse<String> again = operator.with("If-None-Match", tag).ask("api/v1/agents");
    HttpResponse<String> other = operator.with("If-None-Match", tag).ask("api/v1/tools");

    assertThat(tag).startsWith("W/");
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(again.headers().firstValue("ETag")).contains(tag);
    assertThat(again.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(other.statusCode()).isEqualTo(200);
  }

  @Test
  void aRunThatWaitsIsFollowedAtOnceAndNotCompressed() {
    UUID run = SITE.submit("one-approval", "pauses.txt");
    SITE.awaitStatus(run, "WAITING");
    Page page = BROWSER.loggedIn("operator");
    Response stream =
        page.waitForResponse(
            response -> response.url().endsWith("/events"),
            () -> ConsoleBrowser.go(page, "/runs/" + run));
    assertThat(stream.headerValue("content-encoding")).isNull();
    assertThat(page.locator("article.call").first()).isVisible();

    SITE.runs()
        .http()
        .change(
            "POST",
            "api/v1/runs/%s:pause".formatted(run),
            JsonNodeFactory.instance.objectNode().put("reason", "look"));

    assertThat(page.locator(".entry").last())
        .containsText(
            "Paused",
            new LocatorAssertions.ContainsTextOptions().setTimeout(4000).setIgnoreCase(true));
  }
}
