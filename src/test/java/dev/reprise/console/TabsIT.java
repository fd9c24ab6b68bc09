package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The tabs of a browser share one login, and leave each other connections to the server. */
class TabsIT {

  /** More than a browser has connections to a server over HTTP/1.1. */
  private static final int TABS = 9;

  private static final int STREAMS = 3;
  private static final Pattern FOLLOWED = Pattern.compile("live|asks every few seconds");

  private static final ConsoleSite SITE = ConsoleSite.named("console-tabs");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void shareOneLogin() {
    Page first = BROWSER.loggedIn("operator");

    Page second = tab(first, "/runs");

    assertThat(second.locator("header.top .name")).containsText("operator");
    assertThat(second.locator("h1")).hasText("Runs");
    assertThat(first.context().cookies()).isEmpty();
    assertThat(second.evaluate("() => JSON.stringify(localStorage)").toString())
        .doesNotContain("Basic");
    Page stranger = BROWSER.open(new Browser.NewContextOptions());
    assertThat(stranger.locator("main.login")).isVisible();

    ConsoleBrowser.logOut(second);
    assertThat(second.locator("main.login")).isVisible();
    assertThat(first.locator("main.login")).isVisible();
    assertThat(first.evaluate("() => sessionStorage.length")).isEqualTo(0);
    assertThat(tab(first, "/").locator("main.login")).isVisible();

    ConsoleBrowser.logIn(first, SITE.server(), "viewer");
    assertThat(second.locator("header.top .name")).containsText("viewer");
  }

  /** One that the server has ended would be offered again and again. */
  @Test
  void doNotTakeALoginThatHasEnded() {
    Page first = BROWSER.loggedIn("operator");
    Page second = tab(first, "/runs");
    assertThat(second.locator("h1")).hasText("Runs");
    second.route(
        "**/api/v1/runs?*",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(401)
                    .setContentType("application/problem+json")
                    .setBody("{\"status\": 401, \"code\": \"unauthenticated\"}")));
    ConsoleBrowser.go(second, "/runs?status=FAILED");

    assertThat(second.locator("main.login")).isVisible();
    tab(first, "/audit").locator("header.top").waitFor(); // asks as well, and is answered
    assertThat(second.locator("main.login")).isVisible();
  }

  @Test
  void leaveEachOtherConnections() {
    UUID run = SITE.submit("three-approvals", "tabs.txt");
    SITE.awaitStatus(run, "WAITING");
    Page first = BROWSER.loggedIn("approver");
    List<Page> tabs = new ArrayList<>();
    for (int i = 0; i < TABS; i++) {
      tabs.add(tab(first, "/runs/" + run));
    }
    tabs.forEach(it -> assertThat(state(it)).hasText(FOLLOWED));

    Page last = tab(first, "/inbox");
    assertThat(last.locator("h1")).hasText("Inbox");
    last.locator("article.call button[value=approve]").click();

    assertThat(last.locator("#toast")).containsText("Done");
    assertThat(live(tabs)).hasSize(STREAMS);
    for (Page it : tabs) {
      assertThat(it.locator("main")).containsText("append_file");
      assertThat(it.locator("article.call")).hasCount(2);
    }

    Page hidden = live(tabs).getFirst();
    hidden.evaluate(
        """
        () => {
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
          document.dispatchEvent(new Event('visibilitychange'));
        }\
        """);
    first.waitForCondition(
        () -> tabs.stream().filter(it -> it != hidden).filter(TabsIT::isLive).count() == STREAMS);
  }

  @Test
  void saySoonThatTheServerDoesNotAnswer() {
    Page page = BROWSER.open(new Browser.NewContextOptions());
    page.clock().install();
    page.route("**/api/v1/caller", unanswered -> {});
    page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("operator");
    page.getByLabel("Password", new Page.GetByLabelOptions().setExact(true)).fill("any");
    page.waitForRequest("**/api/v1/caller", () -> page.locator("form button.primary").click());

    page.clock().fastForward(20_500);

    assertThat(page.locator("[role=alert]")).containsText("has not answered within 20 seconds");
    assertThat(page.locator("form button.primary")).isEnabled();
  }

  private static Page tab(Page other, String path) {
    Page page = other.context().newPage();
    page.navigate(SITE.server().baseUri() + "console/#" + path);
    page.locator("#console h1").first().waitFor();
    return page;
  }

  private static Locator state(Page page) {
    return page.locator(".connection");
  }

  private static boolean isLive(Page page) {
    return "live".equals(state(page).getAttribute("data-state"));
  }

  private static List<Page> live(List<Page> tabs) {
    return tabs.stream().filter(TabsIT::isLive).toList();
  }
}
