package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.button;
import static dev.reprise.console.ConsoleBrowser.patiently;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What operators come for, on a server that a team has used for some time, each from the first page
 * on and with as few clicks as it should take. Further ones: {@link FailedRunsIT} retries what
 * failed for one cause, {@link RunPageIT} follows a run over a kill, {@link InboxPageIT} decides by
 * keyboard and on a phone.
 */
class OperatorJobsIT {

  private static final ConsoleSite SITE =
      ConsoleSite.named("console-jobs", RealisticData::options, RealisticData.documents());

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  private static RealisticData data;

  @BeforeAll
  static void start() throws IOException {
    RealisticData.prepare(SITE);
    SITE.server().start();
    data = RealisticData.create(SITE);
  }

  private static Page home(String user) {
    Page page = BROWSER.loggedIn(user);
    ConsoleBrowser.go(page, "/");
    return page;
  }

  private static void navigate(Page page, String to) {
    page.locator("nav")
        .getByRole(AriaRole.LINK, new Locator.GetByRoleOptions().setName(Pattern.compile("^" + to)))
        .click();
  }

  @Test
  void findsOutWhyARunStands() {
    Page page = home("operator");
    Job job = Job.begin(page);

    page.locator("section[aria-labelledby=runs] .counts a", hasText("Waiting")).click();

    Locator why = page.locator("tr", hasText("support-desk")).first().locator(".why");
    assertThat(why).containsText("an answer");
    job.isDoneWith(1);
  }

  @Test
  void approvesThreeDeniesOneAndEditsOne() {
    Page page = home("approver");
    page.locator(".counts a", hasText("approvals")).waitFor();
    Job job = Job.begin(page);

    page.locator(".counts a", hasText("approvals")).click();
    Locator waiting = page.locator(".waits .list a");
    Locator opened = page.locator(".opened section.item");
    opened.waitFor();
    int before = waiting.count();
    waiting.nth(1).click();
    waiting.nth(2).click();
    assertThat(opened).containsText("Also the 2 like it that were opened");
    opened.locator("input[name=others]").check();
    opened.locator("button[value=approve]").click();
    assertThat(page.locator("#toast")).containsText("3 calls");
    assertThat(waiting).hasCount(before - 3);

    opened.locator("textarea[name=reason]").fill("not ours");
    opened.locator("button[value=deny]").click();
    assertThat(waiting).hasCount(before - 4);

    opened.getByText("Edit and approve").click();
    Locator editor = opened.locator("textarea.code");
    editor.fill(editor.inputValue().replace("1200.00", "1250.00"));
    opened.locator("textarea[name=reason]").fill("by the order");
    opened.locator("button[value=edit]").click();
    assertThat(waiting).hasCount(before - 5);

    assertThat(SITE.file("ledger.csv")).exists().content().contains("1250.00").hasLineCount(4);
    job.isDoneWith(8);
  }

  @Test
  void forksARunAndComparesBoth() {
    Page page = home("operator");
    ConsoleBrowser.go(page, "/runs/" + data.report());
    Job job = Job.begin(page);

    page.locator(".entry").getByText("Fork from here").first().click();
    page.locator("dialog textarea").first().fill("Only the north.");
    page.locator("dialog .acts button").first().click();
    assertThat(page.locator("#standing")).containsText("Completed", patiently());
    button(page, "Compare").click();

    assertThat(page.locator(".first-line")).containsText("in the second alone", patiently());
    assertThat(page.locator(".pair.added").first()).containsText("Only the north.");
    job.isDoneWith(3);
  }

  @Test
  void findsWhereTheMoneyOfTheDayWent() {
    Page page = home("operator");
    Job job = Job.begin(page);
    Locator money = page.locator("section[aria-labelledby=cost]");
    assertThat(money).containsText("archive-walker");

    navigate(page, "Activity");
    page.locator(".choices a[href$='over=day']").click();

    assertThat(page.locator("main tr", hasText("archive-walker"))).containsText("$");
    assertThat(page.locator("main")).containsText("By team");
    assertThat(page.locator("main tr", hasText("billing"))).containsText("$");
    job.isDoneWith(2);

    page.locator("main tr a", hasText("billing")).click();
    assertThat(page.locator(".runs tbody tr").first()).isVisible();
    assertThat(page.url()).contains("label=team%3Dbilling");
  }

  @Test
  void seesThroughputAndErrorsOfAWeek() {
    Page page = home("viewer");
    Job job = Job.begin(page);

    navigate(page, "Activity"); // it begins with the week

    Locator ended = page.getByRole(AriaRole.IMG).first();
    assertThat(ended).hasAttribute("aria-label", Pattern.compile("Runs that ended.*"));
    assertThat(page.locator(".figures")).containsText(Pattern.compile("Failed\\s*\\d+"));
    assertThat(page.locator("main h2", hasText("Failures by cause"))).isVisible();
    job.isDoneWith(1);
  }

  @Test
  void findsATextInThreeThousandEvents() {
    Page page = home("operator");
    ConsoleBrowser.go(page, "/runs/" + data.walk());
    Job job = Job.begin(page);

    page.getByPlaceholder("Find in this run").fill("Order A-10417 is here");
    page.keyboard().press("Enter");
    Locator hits = page.locator(".hits li");
    assertThat(hits.locator("mark").first()).hasText("Order A-10417 is here");
    hits.first().locator("a").first().click();

    assertThat(page.locator(".entry.target")).isInViewport();
    assertThat(page.locator(".entry.target")).containsText("page-668.md");
    job.isDoneWith(1);
  }

  @Test
  void catchesUpASchedule() {
    Page page = home("operator");
    SITE.runs()
        .http()
        .change(
            "POST",
            "api/v1/schedules",
            Json.read(
                """
                {"name": "early", "agent": "nightly-import", "workspace": "effects",
                 "input": {"kind": "plain"}, "cron": "0 3 * * *", "zone": "UTC"}"""));
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    Job job = Job.begin(page);

    navigate(page, "Schedules");
    page.locator("main tr a", hasText("early")).click();
    button(page, "Backfill").click();
    page.locator("dialog input[name=from]").fill(today.minusDays(2) + "T00:00");
    page.locator("dialog input[name=until]").fill(today.minusDays(1) + "T00:00");
    page.locator("dialog button.primary").click();
    page.locator("dialog button.danger").click();

    assertThat(page.locator("section table")).containsText("backfill", patiently());
    job.isDoneWith(5);
  }

  @Test
  void switchesAToolOffFromItsPage() {
    Page page = home("admin");
    Job job = Job.begin(page);

    navigate(page, "Tools");
    page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("http_post")).click();
    button(page, "Switch off").click();
    assertThat(page.locator("dialog select")).hasValue("TOOL");
    assertThat(page.locator("dialog input[name=name]")).hasValue("http_post");
    page.locator("dialog textarea").fill("it is under review");
    page.locator("dialog button.danger").click();

    assertThat(page.locator("main .notice")).containsText("it is under review");
    assertThat(button(page, "Switch off")).hasCount(0);
    job.isDoneWith(4);
  }

  private static Page.LocatorOptions hasText(String text) {
    return new Page.LocatorOptions().setHasText(text);
  }
}
