package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.button;
import static dev.reprise.console.ConsoleBrowser.confirm;
import static dev.reprise.console.ConsoleBrowser.patiently;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a person has typed is not lost: not by Escape, a trial, a reload or the end of a login. */
class DraftsIT {

  private static final String DOCUMENT =
      """
      name: tried
      description: Is not deployed.
      model: {provider: scripted, script: {only: [{text: Hello.}]}}
      phases: [{name: only, prompt: "Say {{input.what}}."}]
      """;

  /** Limits of dollars hold up no trial. */
  private static final ConsoleSite SITE =
      ConsoleSite.named(
          "console-drafts", options -> options.withJvmOption("-Dreprise.budgets.day-usd=25"));

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void keepsADocumentOverATrialTheWayBackAndAReload() {
    Page page = editor("admin");
    document(page).fill(DOCUMENT);

    button(page, "Try with the scripted model").click();
    page.locator("dialog input[name=workspace]").fill("effects");
    page.locator("dialog textarea[name=input]").fill("{\"what\": \"hello\"}");
    page.locator("dialog button.primary").click();
    assertThat(page.locator("#standing")).containsText("Completed: Hello.", patiently());
    page.goBack();

    assertThat(document(page)).hasValue(DOCUMENT);
    page.reload();
    assertThat(document(page)).hasValue(DOCUMENT);
    assertThat(page.locator(".verdict")).containsText("Agent tried is valid");
    button(page, "Discard the draft").click();
    assertThat(document(page)).hasValue(template());
    page.reload();
    assertThat(document(page)).hasValue(template());
  }

  @Test
  void keepsADocumentWhenTheLoginEndsAndForgetsItWhenThePersonLogsOut() {
    Page page = editor("admin");
    endLoginAt(page, "**/agents:validate");
    document(page).fill(DOCUMENT);
    assertThat(page.locator("main.login")).isVisible();
    page.unroute("**/agents:validate");

    ConsoleBrowser.logIn(page, SITE.server(), "operator");
    assertThat(document(page)).hasValue(template());
    page.evaluate("sessionStorage.removeItem('reprise.session')");
    page.reload();
    ConsoleBrowser.logIn(page, SITE.server(), "admin");
    assertThat(document(page)).hasValue(DOCUMENT);

    ConsoleBrowser.logOut(page);
    ConsoleBrowser.logIn(page, SITE.server(), "admin");
    assertThat(document(page)).hasValue(template());
  }

  @Test
  void asksBeforeADocumentIsLeft() {
    Page page = editor("admin");
    document(page).fill(DOCUMENT);

    toRuns(page);
    page.locator("dialog button.primary").click();
    assertThat(document(page)).hasValue(DOCUMENT);
    assertThat(page.url()).endsWith("#/agent-editor");
    toRuns(page);
    page.locator("dialog button").getByText("Leave and keep the draft").click();
    assertThat(page.locator("h1")).hasText("Runs");
    ConsoleBrowser.go(page, "/agent-editor");
    assertThat(document(page)).hasValue(DOCUMENT);

    toRuns(page);
    page.locator("dialog button.danger").click();
    assertThat(page.locator("h1")).hasText("Runs");
    ConsoleBrowser.go(page, "/agent-editor");
    assertThat(document(page)).hasValue(template());
    toRuns(page);
    assertThat(page.locator("h1")).hasText("Runs");
  }

  private static void toRuns(Page page) {
    page.locator("nav a").getByText("Runs", new Locator.GetByTextOptions().setExact(true)).click();
  }

  @Test
  void showsEachFaultAtItsLine() {
    Page page = editor("viewer");
    assertThat(page.locator("main")).containsText("Only admins can try a document.");

    document(page).fill(DOCUMENT.replace("script:", "temprature: 1, script:"));

    Locator fault = page.locator(".faults li").first();
    assertThat(fault).containsText("Line 3, column 29");
    assertThat(fault).containsText("model.temprature");
    assertThat(page.locator(".lines .faulty")).hasText("3");
    fault.locator("button").click();
    assertThat(document(page)).isFocused();
    assertThat(page.evaluate("() => getSelection().toString()").toString())
        .startsWith("temprature: 1");
    document(page).fill("name: [");
    assertThat(page.locator(".faults li button")).hasText("Line 1, column 8");
  }

  @Test
  void asksBeforeATypedReasonIsThrownAway() {
    UUID run = SITE.submit("three-approvals", "reason.txt");
    SITE.awaitStatus(run, "WAITING");
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/runs");
    ConsoleBrowser.go(page, "/runs/" + run);
    button(page, "Cancel the run…").click();
    page.keyboard().press("Escape");
    assertThat(page.locator("dialog")).hasCount(0);

    button(page, "Cancel the run…").click();
    Locator reason = page.locator("dialog textarea[name=reason]");
    reason.fill("The customer has called.");
    page.keyboard().press("Escape");
    assertThat(page.locator("[role=alertdialog]")).containsText("not sent yet");
    page.keyboard().press("Escape");
    page.keyboard().press("Escape");
    page.keyboard().press("Escape");
    assertThat(page.locator("[role=alertdialog]")).hasCount(0);
    assertThat(reason).hasValue("The customer has called.");
    page.goBack();
    assertThat(page.locator("[role=alertdialog]")).isVisible();
    assertThat(page.locator("#standing")).containsText("It waits for an approval");
    assertThat(page.url()).endsWith(run.toString());
    List<String> asked = new CopyOnWriteArrayList<>();
    page.onceDialog(
        dialog -> {
          asked.add(dialog.type());
          dialog.dismiss();
        });
    page.evaluate("() => { setTimeout(() => window.location.reload()); }");
    page.waitForCondition(() -> asked.contains("beforeunload"));
    assertThat(reason).hasValue("The customer has called.");

    page.locator("[role=alertdialog] .danger").click();
    assertThat(page.locator("dialog")).hasCount(0);
    button(page, "Cancel the run…").click();
    assertThat(reason).hasValue("");
    page.locator("dialog .acts button").last().click();
    assertThat(page.locator("dialog")).hasCount(0);
  }

  @Test
  void keepsReasonsAndEditsOverAReload() {
    UUID run = SITE.submit("three-approvals", "kept.txt");
    SITE.awaitStatus(run, "WAITING");
    Page page = BROWSER.loggedIn("operator");
    page.onDialog(Dialog::accept);
    ConsoleBrowser.go(page, "/runs/" + run);
    Locator call = page.locator("article.call[data-call=one]");
    Locator reason = call.locator("textarea[name=reason]");
    Locator edit = call.locator("button[aria-keyshortcuts=e]");
    Locator code = call.locator("textarea.code");
    reason.fill("The customer has called.");
    edit.click();
    assertThat(reason).hasValue("The customer has called.");
    code.fill("{\"path\": \"another.txt\"}");
    page.reload();

    assertThat(reason).hasValue("The customer has called.");
    edit.click();
    assertThat(code).hasValue("{\"path\": \"another.txt\"}");
    page.keyboard().press("Escape");
    assertThat(code).hasCount(0);
    ConsoleBrowser.go(page, "/inbox?run=" + run + "&place=only/1/one");
    edit.click();
    assertThat(code).hasValue("{\"path\": \"another.txt\"}");
    assertThat(page.locator("article.call[data-call=two] textarea[name=reason]")).hasCount(0);
  }

  @Test
  void keepsAMessageWhenTheLoginEnds() {
    UUID run = SITE.submit("three-approvals", "message.txt");
    SITE.awaitStatus(run, "WAITING");
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/runs/" + run);
    button(page, "Send a message…").click();
    Locator message = page.locator("dialog textarea[name=message]");
    message.fill("A long message.");
    endLoginAt(page, "**/*:steer");
    page.locator("dialog button.primary").click();
    assertThat(page.locator("main.login")).isVisible();
    assertThat(page.locator("dialog")).hasCount(0);
    page.unroute("**/*:steer");

    ConsoleBrowser.logIn(page, SITE.server(), "operator");
    button(page, "Send a message…").click();
    assertThat(message).hasValue("A long message.");
    confirm(page);

    button(page, "Send a message…").click();
    assertThat(message).hasValue("");
  }

  private static void endLoginAt(Page page, String address) {
    page.route(
        address,
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setStatus(401)
                    .setContentType("application/problem+json")
                    .setBody("{\"status\": 401, \"code\": \"unauthenticated\"}")));
  }

  private static Page editor(String user) {
    Page page = BROWSER.loggedIn(user);
    ConsoleBrowser.go(page, "/agent-editor");
    assertThat(document(page)).hasValue(template());
    return page;
  }

  private static Pattern template() {
    return Pattern.compile("^name: my-agent\n");
  }

  private static Locator document(Page page) {
    return page.locator("#document");
  }
}
