package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.Generation;
import dev.reprise.artifact.Program;
import dev.reprise.artifact.store.ArtifactJson;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists that are longer than a page, and runs of thousands of events, are shown to their end. */
class LongListsIT {

  private static final int TURNS = 240;
  private static final int WAITING = 110;
  private static final int ITEMS = 210;
  private static final int BATCHES = 101;
  private static final int FEW = 7;
  private static final LocatorAssertions.HasCountOptions LATE =
      new LocatorAssertions.HasCountOptions().setTimeout(60_000);

  private static final ConsoleSite SITE =
      ConsoleSite.named(
          "console-lists",
          options -> options,
          "/console/lists/one-approval.yaml",
          "/console/lists/quick.yaml");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  private static UUID run;
  private static UUID fork;
  private static String batch;
  private static String bulk;

  @BeforeAll
  static void start() {
    LongAgent.addTo(SITE, TURNS);
    SITE.server().start();
    run = LongAgent.run(SITE);
    UUID last = run;
    for (int i = 0; i < WAITING; i++) {
      last = SITE.submit("one-approval", "waits-" + i + ".txt");
    }
    batch = batch(ITEMS);
    for (int i = 1; i < BATCHES; i++) {
      batch(1);
    }
    SITE.awaitStatus(last, "WAITING");
    fewOfEach();
    bulk = bulks();
    fork =
        UUID.fromString(
            operator()
                .change("POST", "api/v1/runs/%s:fork".formatted(run), forkOf(lastSequence() / 2))
                .path("id")
                .asText());
    SITE.awaitStatus(fork, "COMPLETED");
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> SITE.get("batches/" + batch).path("status").asText().equals("COMPLETED"));
  }

  private static void fewOfEach() {
    JsonClient admin = operator().as("admin");
    for (int i = 1; i <= FEW; i++) {
      admin.change(
          "POST",
          "api/v1/schedules",
          Json.read(
              """
              {"name": "often-%d", "agent": "quick", "workspace": "effects", "cron": "0 3 1 1 *"}"""
                  .formatted(i)));
      admin.change("POST", "api/v1/schedules/often-1:trigger", Json.read("{}"));
      admin.change(
          "POST",
          "api/v1/admin/kill-switches",
          Json.read(
              """
              {"kind": "TOOL", "name": "none-%d", "unknown": true, "reason": "for a test"}"""
                  .formatted(i)));
      var key = new ArtifactKey("elsewhere", FeedReader.KEY.role(), "read" + i);
      admin.change(
          "PUT",
          "api/v1/artifacts/%s/%s".formatted(key.role(), key.method()),
          Json.read(
              "{\"document\": %s}"
                  .formatted(
                      ArtifactJson.write(
                          Artifact.first(
                              key,
                              FeedReader.CONTRACT,
                              new Program("return input.titles;", List.of()),
                              FeedReader.origin(Generation.Trigger.GENERATED))))));
      SITE.runs().submit("one-approval", "effects", effects("few-" + i), "kind", "few");
    }
  }

  /** Returns the newest act on many runs, which is the only one that finds any. */
  private static String bulks() {
    for (int i = 1; i < FEW; i++) {
      bulk("none");
    }
    return bulk("few");
  }

  /** Pauses the runs of a kind. */
  private static String bulk(String kind) {
    ObjectNode act =
        (ObjectNode)
            Json.read(
                """
                {"act": "PAUSE", "reason": "look", "filter": {"labels": {"kind": "%s"}}}"""
                    .formatted(kind));
    act.set("preview", operator().change("POST", "api/v1/bulk", act).path("preview"));
    return operator().change("POST", "api/v1/bulk", act).path("id").asText();
  }

  private static ObjectNode effects(String file) {
    return JsonNodeFactory.instance.objectNode().put("effects", file);
  }

  private static JsonClient operator() {
    return SITE.runs().http();
  }

  private static ObjectNode forkOf(long sequence) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("sequence", sequence)
        .put("message", "Be quick.")
        .put("reason", "again");
  }

  private static String batch(int items) {
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("agent", "quick")
            .put("workspace", "effects")
            .put("name", "of-" + items);
    body.putObject("source")
        .put(
            "lines",
            IntStream.rangeClosed(1, items)
                .mapToObj(i -> "{\"item\": " + i + "}\n")
                .collect(Collectors.joining()));
    return operator().change("POST", "api/v1/batches", body).path("id").asText();
  }

  private static long lastSequence() {
    return SITE.get("runs/" + run).path("lastSequence").asLong();
  }

  /** Follows all pages of the API. */
  private static List<JsonNode> all(String path, String user) {
    JsonClient client = operator().as(user);
    List<JsonNode> items = new ArrayList<>();
    for (String next = path; !next.isEmpty(); ) {
      JsonNode page = client.get("api/v1/" + next);
      page.path("items").forEach(items::add);
      String separator = path.contains("?") ? "&" : "?";
      next =
          page.hasNonNull("nextCursor")
              ? path + separator + "cursor=" + page.path("nextCursor").asText()
              : page.path("nextAfter").asLong() > 0
                  ? path + separator + "after=" + page.path("nextAfter").asLong()
                  : "";
    }
    return items;
  }

  private static Locator more(Page page) {
    return page.locator("main button", new Page.LocatorOptions().setHasText("Load more"));
  }

  /** Presses the button until there is no further page, and returns how many pages there were. */
  private static int loadAll(Page page, Locator entries) {
    entries.first().waitFor();
    int pages = 1;
    for (int before = entries.count(); more(page).count() > 0; before = entries.count(), pages++) {
      int shown = before;
      more(page).click();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> entries.count() > shown || more(page).count() == 0);
    }
    return pages;
  }

  @ParameterizedTest
  @CsvSource({
    "/runs/{run}/cost, runs/{run}/ledger, operator",
    "/runs/{run}/checkpoints, runs/{run}/checkpoints, operator",
    "/runs, runs?limit=200, operator",
    "/batches, batches?limit=200, operator",
    "/batches/{batch}?status=COMPLETED, batches/{batch}/results?status=COMPLETED&limit=200, operator",
  })
  void aListIsShownToItsEnd(String address, String path, String user) {
    Page page = BROWSER.loggedIn(user);

    ConsoleBrowser.go(page, named(address));

    Locator rows = page.locator("main tbody tr");
    assertThat(loadAll(page, rows)).isGreaterThanOrEqualTo(3);
    assertThat(rows).hasCount(all(named(path), user).size(), LATE);
  }

  /** In pages of three, which the API gives as well as those of fifty that the console asks for. */
  @ParameterizedTest
  @CsvSource({
    "/bulk, bulk",
    "/bulk/{bulk}, bulk/{bulk}/items",
    "/schedules, schedules",
    "/schedules/often-1, schedules/often-1/firings",
    "/artifacts, artifacts",
    "/kill-switches, admin/kill-switches",
  })
  void aListOfSmallPagesIsShownToItsEnd(String address, String path) {
    Page page = BROWSER.loggedIn("admin");
    page.route(
        url -> url.contains("/api/v1/" + named(path) + "?"),
        route ->
            route.resume(
                new Route.ResumeOptions()
                    .setUrl(route.request().url().replaceAll("limit=\\d+", "limit=3"))));

    ConsoleBrowser.go(page, named(address));

    Locator rows = page.locator("main tbody").last().locator("tr");
    assertThat(loadAll(page, rows)).isEqualTo(3);
    assertThat(rows).hasCount(FEW);
    assertThat(all(named(path), "admin")).hasSize(FEW);
    page.unrouteAll(); // before a poll is under way while the page closes
  }

  private static String named(String text) {
    return text.replace("{run}", run.toString()).replace("{batch}", batch).replace("{bulk}", bulk);
  }

  @Test
  void theAuditRecordIsShownToItsBeginning() {
    Page page = BROWSER.loggedIn("admin");
    ConsoleBrowser.go(page, "/audit");

    Locator rows = page.locator("main tbody tr");
    loadAll(page, rows);

    assertThat(rows.last().locator("td").first()).hasText("1");
    assertThat(page.locator(".verified")).containsText(Integer.toString(rows.count()));
  }

  @Test
  void aLongRunIsForkedFromALateCheckpoint() {
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/runs/" + run + "/checkpoints");
    List<JsonNode> checkpoints = all("runs/" + run + "/checkpoints", "operator");
    JsonNode late = checkpoints.get(checkpoints.size() - 4);

    page.locator("input[name=from]").fill(late.path("sequence").asText());
    page.locator("form.acts button").click();

    Locator rows = page.locator("main tbody tr");
    assertThat(rows).hasCount(4);
    rows.first().getByText("Fork").click();
    assertThat(page.locator("dialog")).containsText(late.path("sequence").asText());
  }

  @Test
  void theInboxKeepsItsPagesAndLosesWhatIsDecided() {
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(page, "/inbox");
    Locator entries = page.locator(".waits .list a");
    assertThat(loadAll(page, entries)).isGreaterThanOrEqualTo(3);
    int waiting = all("approvals?limit=200", "approver").size();
    assertThat(entries).hasCount(waiting);

    page.waitForResponse(response -> response.url().contains("approvals"), () -> {});
    page.waitForResponse(response -> response.url().contains("approvals"), () -> {});
    page.waitForTimeout(1000);
    assertThat(entries).hasCount(waiting);
    assertThat(more(page)).hasCount(0);

    String last = entries.last().getAttribute("data-run");
    entries.last().click();
    page.locator("section.item[data-run='" + last + "'] button[value=approve]").click();

    assertThat(page.locator("[data-run='" + last + "']")).hasCount(0);
    assertThat(entries).hasCount(waiting - 1);
  }

  @Test
  void backToAListIsBackToItsPlace() {
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/runs");
    Locator rows = page.locator("main tbody tr");
    assertThat(rows).hasCount(50);
    more(page).click();
    assertThat(rows).hasCount(100);
    more(page).click();
    assertThat(rows).hasCount(150);
    Locator link = rows.nth(140).locator("a").first();
    String address = link.getAttribute("href");
    link.click();
    assertThat(page.locator("#standing")).isVisible();

    page.goBack();

    assertThat(rows).hasCount(150);
    assertThat(page.locator("tbody a[href='" + address + "']")).isInViewport();
  }

  @ParameterizedTest
  @CsvSource({
    "events, 3",
    "events, 900",
    "events, -3",
    "transcript, 3",
    "transcript, 900",
    "transcript, -3"
  })
  void anAddressLeadsToItsTarget(String view, int place) {
    long sequence = place < 0 ? lastSequence() + place : place;
    Page page = BROWSER.loggedIn("operator");

    ConsoleBrowser.go(page, "/runs/%s/%s/%d".formatted(run, view, sequence));

    Locator target = page.locator("main .target");
    assertThat(page.locator(".connection")).hasAttribute("data-state", "ended");
    assertThat(target.locator("a").first())
        .hasAttribute("href", "#/runs/%s/events/%d".formatted(run, nearest(view, sequence)));
    assertThat(target).isInViewport();
    page.waitForTimeout(1000);
    assertThat(target).isInViewport();
  }

  /** An entry of the transcript has the number of its own event, and stands for the later ones. */
  private static long nearest(String view, long sequence) {
    return view.equals("events")
        ? sequence
        : SITE.runs().read(run).events().stream()
            .filter(
                event ->
                    List.of("model.replied", "phase.completed", "run.completed", "phase.started")
                        .contains(event.type()))
            .mapToLong(event -> event.sequence())
            .filter(it -> it <= sequence)
            .max()
            .orElseThrow();
  }

  @Test
  void whatWasNotReadIsNotTheSame() {
    Page page = BROWSER.loggedIn("operator");
    UUID again = LongAgent.run(SITE);

    ConsoleBrowser.go(page, "/compare?left=" + run + "&right=" + again);

    Locator verdict = page.locator(".first-line");
    var late = new LocatorAssertions.ContainsTextOptions().setTimeout(60_000);
    assertThat(verdict).containsText("No difference so far", late);
    assertThat(verdict).containsText("Compared up to event 2,000");
    more(page).click();
    assertThat(verdict).containsText("Their transcripts are the same.", late);
    assertThat(more(page)).hasCount(0);
  }

  @Test
  void aForkWithAMessageDiffersInThatMessageAlone() {
    Page page = BROWSER.loggedIn("operator");

    ConsoleBrowser.go(page, "/compare?left=" + run + "&right=" + fork);

    Locator verdict = page.locator(".first-line");
    assertThat(verdict)
        .containsText(
            "changed 0, in the first run alone 0, in the second alone 1",
            new LocatorAssertions.ContainsTextOptions().setTimeout(60_000));
    assertThat(page.locator(".pair.differs")).hasCount(1);
    assertThat(page.locator(".pair.added")).containsText("Be quick.");
    Locator same = page.locator("details.same");
    assertThat(same).hasCount(1);
    assertThat(same.locator("article")).hasCount(0);
    same.locator("summary").click();
    assertThat(same.locator("article").first()).isVisible();
  }
}
