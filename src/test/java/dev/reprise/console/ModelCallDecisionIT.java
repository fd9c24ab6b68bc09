package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.act;
import static dev.reprise.console.ConsoleBrowser.patiently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People decide about model calls that cost more than one may without them. */
class ModelCallDecisionIT {

  private static final ConsoleSite SITE =
      ConsoleSite.named(
          "console-dear",
          options ->
              options.with(
                  "REPRISE_PRICES_FILE",
                  ConsoleSite.resource("/console/money/prices.yaml").toString()),
          "/console/money/dear.yaml");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void makesTheCallThatWasApprovedAndNotTheOneThatWasDenied() {
    UUID run = SITE.submit("dear", JsonNodeFactory.instance.objectNode());
    SITE.awaitStatus(run, "PAUSED");
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(page, "/inbox?waitingFor=budget&run=" + run);
    Locator item = page.locator("section.item[data-run='" + run + "']");
    assertThat(item).containsText("The next model call is expected to cost $0.60");

    assertThat(item)
        .containsText("The model is asked once for $0.60, although one call may cost $0.50.");
    item.locator("button[value=approve]").click();
    assertThat(item).hasCount(0);
    await().atMost(Duration.ofSeconds(60)).until(() -> pausedAfter(run, 1));

    ConsoleBrowser.go(page, "/runs/" + run + "/events");
    assertThat(page.locator("summary").getByText("The limit for one model call is $0.50; ").first())
        .isVisible();

    ConsoleBrowser.go(page, "/runs/" + run);
    assertThat(page.locator("#standing"))
        .containsText("Paused: The next model call is expected to cost");
    page.locator("article.call textarea").fill("too dear");
    page.locator("article.call button[value=deny]").click();
    assertThat(page.locator("#standing")).containsText("Paused by approver: too dear");
    assertThat(page.locator("article.call")).hasCount(0);
    assertThat(SITE.get("approvals").path("items")).isEmpty();
    assertThat(SITE.get("runs/" + run).path("waitingFor").isMissingNode()).isTrue();
    assertThat(replies(run)).isEqualTo(1);

    Page operator = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(operator, "/runs/" + run);
    act(operator, "Resume…", "worth it after all");
    assertThat(operator.locator("#standing"))
        .containsText("Paused: The next model call", patiently()); // no resume approves
    operator.locator("article.call button[value=approve]").click();
    assertThat(operator.locator("#standing"))
        .containsText("Completed: The second is done.", patiently());
    assertThat(SITE.runs().read(run).assertSound().count("model.replied")).isEqualTo(2);
  }

  @Test
  void saysInGermanWhyARunStandsAndWhyAnActIsRefused() {
    UUID run = SITE.submit("dear", JsonNodeFactory.instance.objectNode());
    SITE.awaitStatus(run, "PAUSED");
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.personMenu(page).getByLabel("Language").selectOption("Deutsch");

    ConsoleBrowser.go(page, "/runs/" + run);
    assertThat(page.locator("#standing"))
        .hasText(
            Pattern.compile(
                "Angehalten: Der nächste Modellaufruf kostet voraussichtlich 0,60\\s\\$;"
                    + " über 0,50\\s\\$ muss jemand freigeben\\."));
    page.locator("article.call textarea").fill("zu teuer ".repeat(400));
    page.locator("article.call button").getByText("Ablehnen").click();
    assertThat(page.locator("article.call .problem")).containsText("Ein Wert ist nicht erlaubt");
    assertThat(page.locator("article.call .problem"))
        .containsText("reason darf höchstens 1000 Zeichen oder Einträge haben");
  }

  private static boolean pausedAfter(UUID run, int replies) {
    return replies(run) == replies && SITE.runs().status(run).equals("PAUSED");
  }

  private static long replies(UUID run) {
    return SITE.runs().read(run).count("model.replied");
  }
}
