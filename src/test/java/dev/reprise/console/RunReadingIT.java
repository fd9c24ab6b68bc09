package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A run is read at a glance, and in parts: its result, its phases, a text in it, its newest. */
class RunReadingIT {

  private static final int TURNS = 120;
  private static final ConsoleSite SITE =
      ConsoleSite.named(
          "console-reading",
          options -> options,
          "/console/reading/report.yaml",
          "/console/reading/echo.yaml");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  private static UUID report;
  private static UUID large;

  private Page page;

  @BeforeAll
  static void start() {
    LongAgent.addTo(SITE, TURNS);
    SITE.server().start();
    report = SITE.submit("report", JsonNodeFactory.instance.objectNode());
    large = LongAgent.run(SITE);
    SITE.awaitStatus(report, "COMPLETED");
  }

  @BeforeEach
  void logIn() {
    page = BROWSER.loggedIn("operator");
  }

  @Test
  void aResultIsShownAsItWasMeantAndAsItWasWritten() {
    List<String> requests = new CopyOnWriteArrayList<>();
    page.onRequest(request -> requests.add(request.url()));
    ConsoleBrowser.go(page, "/runs/" + report);

    Locator result = page.locator(".result");
    assertThat(result.locator("[role=heading]")).hasText("The quarter");
    assertThat(result.locator("strong")).hasText("well");
    assertThat(result.locator("td")).hasText(new String[] {"north", "412"});
    assertThat(result.locator("a")).hasText(new String[] {"the bank", "a picture"});
    assertThat(result.locator("a").first()).hasAttribute("rel", "noopener noreferrer");
    assertThat(result).containsText("the bank (elsewhere.example)");
    assertThat(result).containsText("[this](javascript:alert(1))");
    assertThat(result).containsText("<b>Not bold</b>");
    assertThat(page.locator("main img, main b:text('Not bold')")).hasCount(0);

    result.getByText("as written").click();
    assertThat(result).containsText("It went **well**: `412` orders.");
    assertThat(page.locator("#figures")).containsText("Turns3");
    assertThat(requests).noneMatch(url -> url.contains("elsewhere.example"));
  }

  @Test
  void aResultThatIsNestedDeeplyIsShownAsFarAsPeopleRead() {
    UUID run =
        SITE.submit(
            "echo",
            JsonNodeFactory.instance
                .objectNode()
                .put("text", "[".repeat(800) + "1" + "]".repeat(800)));
    SITE.awaitStatus(run, "COMPLETED");

    ConsoleBrowser.go(page, "/runs/" + run);

    assertThat(page.locator(".result")).containsText("Deeper values are in the text as written.");
    assertThat(page.locator("#standing")).containsText("Completed");
  }

  @Test
  void anAddressOfNoRunSaysSo() {
    ConsoleBrowser.go(page, "/runs/%00");

    assertThat(page.locator("main .problem")).isVisible();
    ConsoleBrowser.go(page, "/runs/" + report);
    assertThat(page.locator("#standing")).containsText("Completed");
  }

  @Test
  void aPhaseLeadsToItsPlace() {
    ConsoleBrowser.go(page, "/runs/" + report);
    Locator phases = page.locator(".phases a");
    assertThat(phases).containsText(new String[] {"gather", "write"});
    assertThat(phases.first()).containsText("turns: 2");
    assertThat(phases.first()).containsText("faults: 1");

    phases.last().click();

    assertThat(page.locator(".entry.target")).containsText("Phase write");
    assertThat(page.locator(".entry.target")).isInViewport();
  }

  @Test
  void aTextIsFoundInAllEventsAndLeadsToItsPlace() {
    ConsoleBrowser.go(page, "/runs/" + large);

    page.getByPlaceholder("Find in this run").fill("C7-3");
    page.keyboard().press("Enter");

    Locator hits = page.locator(".hits li");
    assertThat(hits.first().locator("mark")).hasText("c7-3");
    assertThat(hits).hasCount(3);
    hits.first().locator("a").first().click();
    assertThat(page.locator(".entry.target details.call").nth(2)).containsText("c7-3");
    assertThat(page.locator(".entry.target")).isInViewport();

    ConsoleBrowser.go(page, "/runs/" + large + "/search?q=nowhere%2A");
    assertThat(page.locator("main .empty")).containsText("No event of this run is like that.");
  }

  @Test
  void faultsAreFoundByTheirTool() {
    ConsoleBrowser.go(page, "/runs/" + report + "/search");

    page.getByLabel("only faults").check();
    page.locator("select[name=tool]").selectOption("read_file");
    page.locator("main form.filters button").click();

    assertThat(page.locator(".hits li")).hasCount(1);
    assertThat(page.locator(".hits")).containsText("tool-call.failed");
    page.locator(".hits a").last().click();
    assertThat(page.locator("tr.target")).containsText("tool-call.failed");
  }

  @Test
  void aPageOfALongRunHasAPartOfIt() {
    ConsoleBrowser.go(page, "/runs/" + large);
    Locator places = page.locator(".entry .place");
    assertThat(page.locator(".entry").last()).containsText("Done.");
    assertThat(places).not().hasCount(0);
    int newest = number(places.last());
    assertThat(number(places.first())).isBetween(newest - 220, newest - 180);

    for (int i = 0; i < 4; i++) {
      int first = number(places.first());
      page.getByText("Show earlier events").click();
      page.waitForCondition(() -> number(places.first()) < first);
    }
    assertThat(number(places.first())).isLessThan(newest - 780);
    assertThat(number(places.last())).isLessThan(newest - 180);

    page.locator(".reading .end button").click();
    assertThat(places.last()).hasText("#%,d".formatted(newest));
    assertThat(page.locator(".entry").last()).isInViewport();
    page.locator("input[name=sequence]").fill("300");
    page.locator("input[name=sequence]").press("Enter");
    assertThat(page.locator(".entry.target")).isInViewport();
    assertThat(number(page.locator(".entry.target .place"))).isBetween(280, 300);
  }

  private static int number(Locator place) {
    return Integer.parseInt(place.textContent().replaceAll("\\D", ""));
  }

  @Test
  void aRunIsForkedFromWhereItIsRead() {
    ConsoleBrowser.go(page, "/runs/" + report);

    page.locator(".entry").getByText("Fork from here").first().click();

    assertThat(page.locator("dialog h2")).containsText("event");
    assertThat(page.locator("dialog")).containsText("gather");
  }

  @Test
  void theNewestIsFollowedUntilAPersonScrollsUp() {
    page.setViewportSize(800, 300);
    UUID run = SITE.submit("hold-again", SITE.file("read").toString());
    SITE.awaitEffects("read");
    ConsoleBrowser.go(page, "/runs/" + run);
    Locator follows = page.getByLabel("follow the newest");
    assertThat(follows).isChecked();
    assertThat(page.locator(".entry").last()).isInViewport();

    page.mouse().move(400, 200);
    page.mouse().wheel(0, -400);
    assertThat(follows).not().isChecked();
    page.locator(".reading .end button").click();
    assertThat(follows).isChecked();
    assertThat(page.locator(".entry").last()).isInViewport();
  }

  @Test
  void allBarsOfATimelineCanBeOpened() {
    ConsoleBrowser.go(page, "/runs/" + large + "/timeline");
    Locator many = page.locator(".timeline a:has(.tool.many)");
    assertThat(many).not().hasCount(0);
    assertThat(page.locator(".timeline a")).not().hasCount(TURNS);

    for (int i = 0; i < 12 && many.count() > 0; i++) {
      many.first().dispatchEvent("click"); // of those that took no time, one is opened
      page.waitForTimeout(50);
    }
    if (page.locator("tr.target").count() == 0) {
      page.locator(".timeline a:has(.tool)").first().dispatchEvent("click");
    }

    assertThat(page.locator("tr.target")).containsText("tool-call.started");
  }
}
