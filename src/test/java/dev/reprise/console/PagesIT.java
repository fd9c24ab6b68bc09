package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Each page of the console shows what there is, without faults, violations of the policy and
 * barriers, in both themes.
 */
class PagesIT {

  private static final List<String> RULES =
      List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa");
  private static final List<String> COLOURS = List.of("color-contrast");
  private static final ConsoleSite SITE = ConsoleSite.named("console-pages");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  private static SampleData sample;

  @BeforeAll
  static void start() {
    SITE.server().start();
    sample = SampleData.create(SITE);
  }

  /** The pages, and a text that each shows once it has read what it shows. */
  private static Map<String, String> pages() {
    var pages = new LinkedHashMap<String, String>();
    pages.put("/", "an approval");
    pages.put("/inbox", "append_file");
    pages.put("/runs", "three-approvals");
    pages.put("/failures", "Failures");
    pages.put("/runs/" + sample.run(), "The third is done.");
    for (String view : List.of("timeline", "events", "cost", "relatives", "checkpoints")) {
      pages.put("/runs/" + sample.run() + "/" + view, "The third is done.");
    }
    pages.put("/runs/" + sample.waiting() + "/history", "asked for an approval");
    pages.put("/compare?left=%s&right=%s".formatted(sample.run(), sample.fork()), "transcripts");
    pages.put("/batches", "two-lines");
    pages.put("/batches/" + sample.batch(), "Items");
    pages.put("/schedules", "nightly");
    pages.put("/schedules/nightly", "Next times");
    pages.put("/agents", "three-approvals");
    pages.put("/agents/steps", "Leaves a line");
    pages.put("/agent-editor?agent=steps", "Agent steps is valid");
    pages.put("/tools", "append_file");
    pages.put("/tools/read_file", "Arguments");
    pages.put("/artifacts", "feed_reader/titles");
    pages.put("/artifacts/" + sample.artifact(), "Generations");
    pages.put("/budgets", "steps");
    pages.put("/breakers", "Quotas");
    pages.put("/servers", "takes runs");
    pages.put("/kill-switches", "under repair");
    pages.put("/bulk", "Pause");
    pages.put("/bulk/" + sample.bulk(), "Progress");
    pages.put("/retention", "As of");
    pages.put("/audit", "POST /admin/kill-switches");
    pages.put("/configuration", "reprise.agents.dir");
    return pages;
  }

  @Test
  void showsEachPageWithoutBarriersInBothThemes() {
    Page page = BROWSER.loggedIn("admin");
    pages()
        .forEach(
            (path, text) -> {
              ConsoleBrowser.go(page, path);
              assertThat(page.locator("main")).containsText(text);
              assertThat(page.locator("main > .problem")).hasCount(0);
              page.locator("main .loading").first().waitFor(hidden());
              assertNone(path, new AxeBuilder(page).withTags(RULES));
              theme(page, ColorScheme.DARK); // which changes colours, and nothing else
              assertNone(path + " in the dark", new AxeBuilder(page).withRules(COLOURS));
              theme(page, ColorScheme.LIGHT);
            });
  }

  private static void assertNone(String where, AxeBuilder check) {
    assertThat(check.analyze().getViolations())
        .as(where)
        .extracting(it -> it.getId() + ": " + it.getNodes().getFirst().getHtml())
        .isEmpty();
  }

  private static void theme(Page page, ColorScheme theme) {
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
  }

  private static Locator.WaitForOptions hidden() {
    return new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN);
  }

  @Test
  void asksForTheLoginWithoutBarriers() {
    Page page = BROWSER.open(new Browser.NewContextOptions());

    assertThat(new AxeBuilder(page).withTags(RULES).analyze().getViolations()).isEmpty();
  }

  /** The check itself: it finds a field that has lost its name. */
  @Test
  void findsABarrier() {
    Page page = BROWSER.loggedIn("viewer");
    ConsoleBrowser.personMenu(page);
    page.evaluate(
        "() => { const field = document.querySelector('header select');"
            + " field.closest('label').replaceWith(field); }");

    assertThat(new AxeBuilder(page).withTags(RULES).analyze().getViolations())
        .extracting(it -> it.getId())
        .contains("select-name");
  }

  @Test
  void waitsForTheEventsOfARunWithoutBarriers() {
    Page page = BROWSER.loggedIn("admin");
    page.route("**/api/v1/runs/*/events*", unanswered -> {});
    String path = "/runs/" + sample.run();
    ConsoleBrowser.go(page, path);

    assertThat(page.locator("section[aria-label=Transcript] .loading")).hasText("Loading …");
    assertNone(path, new AxeBuilder(page).withTags(RULES));

    page.unroute("**/api/v1/runs/*/events*");
    page.reload();
    assertThat(page.locator(".transcript article").first()).isVisible();
  }

  @Test
  void asksForADecisionWithoutBarriers() {
    Page page = BROWSER.loggedIn("approver");
    ConsoleBrowser.go(page, "/runs/" + sample.waiting());
    Locator call = page.locator("article.call").first();
    assertNone("call", new AxeBuilder(page).withTags(RULES));
    call.locator("button[aria-keyshortcuts=e]").click();
    call.locator("textarea.code").waitFor();
    assertNone("editor", new AxeBuilder(page).withTags(RULES));
    page.keyboard().press("Escape");
    call.locator("button[aria-keyshortcuts=s]").click();
    page.locator("dialog").waitFor();
    assertNone("dialog", new AxeBuilder(page).withTags(RULES));
    page.keyboard().press("Escape");
    ConsoleBrowser.go(page, "/inbox?run=" + sample.waiting());
    page.locator(".opened button[value=approve]").waitFor();
    assertNone("inbox", new AxeBuilder(page).withTags(RULES));
  }
}
