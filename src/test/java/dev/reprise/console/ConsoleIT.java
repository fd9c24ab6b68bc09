package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.reprise.server.Http;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People log in to the console and find runs, under a strict content security policy. */
class ConsoleIT {

  private static final ConsoleSite SITE = ConsoleSite.named("console");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void hasAPolicyWithoutInlineScripts() throws Exception {
    try (var http = Http.trustingClient()) {
      var response =
          http.send(
              HttpRequest.newBuilder(SITE.server().baseUri().resolve("console/")).build(),
              BodyHandlers.ofString());

      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.headers().firstValue("Content-Security-Policy"))
          .hasValueSatisfying(
              policy ->
                  assertThat(policy)
                      .contains("default-src 'none'", "require-trusted-types-for 'script'")
                      .doesNotContain("unsafe"));
      assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }
  }

  @Test
  void letsBrowsersKeepFilesWhoseAddressHasTheirVersion() throws Exception {
    try (var http = Http.trustingClient()) {
      String page = get(http, "console/").body();
      String main = page.replaceFirst("(?s).*src=\"([0-9a-f]{12}/main.js)\".*", "$1");

      assertThat(caching(get(http, "console/"))).isEqualTo("no-store");
      assertThat(get(http, "console/" + main).body()).contains("import");
      assertThat(caching(get(http, "console/" + main))).contains("immutable");
      for (String other :
          List.of(
              "0123456789ab/main.js",
              main.replace("main.js", "../WEB-INF/web.xml"),
              main.replace("main.js", "%2e%2e/%2e%2e/WEB-INF/web.xml"),
              main.replace("main.js", "missing.js"))) {
        assertThat(get(http, "console/" + other).statusCode()).as(other).isBetween(400, 404);
      }
    }
  }

  private static HttpResponse<String> get(HttpClient http, String path) throws Exception {
    URI address = URI.create(SITE.server().baseUri() + path);
    return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
  }

  private static String caching(HttpResponse<String> response) {
    return response.headers().firstValue("Cache-Control").orElse("");
  }

  @Test
  void saysThatAPageIsNotThereAnyMore() {
    Page page = BROWSER.loggedIn("viewer");
    page.route("**/audit.js", Route::abort);

    ConsoleBrowser.go(page, "/audit");

    assertThat(page.locator("main")).containsText("it was upgraded since the console was opened");
  }

  @Test
  void aPageThatCannotBeDrawnLeavesTheOthers() {
    UUID run = SITE.submit("steps", "drawn.txt");
    Page page = BROWSER.loggedIn("viewer");
    page.route(
        "**/api/v1/runs/" + run,
        route ->
            route.fulfill(
                new Route.FulfillOptions().setContentType("application/json").setBody("{}")));

    ConsoleBrowser.go(page, "/runs/" + run);
    assertThat(page.locator("main h1")).hasText("This page cannot be shown");

    ConsoleBrowser.go(page, "/runs");
    assertThat(page.locator("tbody tr").filter(row(run))).containsText("steps");
  }

  @Test
  void refusesAWrongPasswordInWords() {
    Page page = BROWSER.open(new Browser.NewContextOptions());
    page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("operator");
    page.getByLabel("Password", new Page.GetByLabelOptions().setExact(true)).fill("wrong");
    page.locator("form button.primary").click();

    assertThat(page.getByRole(com.microsoft.playwright.options.AriaRole.ALERT))
        .containsText("not accepted");
  }

  @Test
  void listsRunsAndFiltersThem() {
    UUID run = SITE.submit("steps", "listed.txt");
    SITE.awaitStatus(run, "RUNNING");
    Page page = BROWSER.loggedIn("operator");

    ConsoleBrowser.go(page, "/runs");
    assertThat(page.locator("tbody tr").filter(row(run))).containsText("steps");
    ConsoleBrowser.go(page, "/runs?status=DEAD_LETTER");
    assertThat(page.locator(".empty")).containsText("No run matches");

    Locator views = page.locator("summary", new Page.LocatorOptions().setHasText("Views"));
    views.click();
    page.getByLabel("Name of this view").fill("given up");
    page.getByText("Save", new Page.GetByTextOptions().setExact(true)).click();
    ConsoleBrowser.go(page, "/runs");
    views.click();
    page.locator(".drop a").click();
    assertThat(page.locator(".empty")).containsText("No run matches");
    assertThat(page.locator("h1")).hasText("Runs given up");
    assertThat(page.url()).contains("#/runs?status=DEAD_LETTER&view=given+up");
    views.click();
    page.getByLabel("Forget given up").click();
    assertThat(page.locator(".drop").first()).containsText("No view is saved yet");
  }

  @Test
  void speaksGermanWhereThatIsChosen() {
    Page page = BROWSER.loggedIn("viewer");

    ConsoleBrowser.personMenu(page).getByLabel("Language").selectOption("Deutsch");
    assertThat(page.locator("nav")).containsText("Läufe");
    page.getByLabel("Sprache").selectOption("English");
    assertThat(page.locator("nav")).containsText("Runs");
  }

  private static Locator.FilterOptions row(UUID run) {
    return new Locator.FilterOptions().setHasText(run.toString().substring(0, 8));
  }
}
