package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.confirm;
import static dev.reprise.console.ConsoleBrowser.patiently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.reprise.crash.fixture.bean.FaultyTool;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Operators and admins act on what all runs share: breakers, quotas and servers. */
class OperationsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ConsoleSite SITE =
      ConsoleSite.named(
          "console-operations",
          options -> options.withBeans(FaultyTool.class).with("REPRISE_BREAKER_TOOL_OPEN", "PT1H"),
          "/crash/files/faulty.yaml",
          "/console/operations/limited.yaml");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void closesTheBreakerOfATool() throws IOException {
    SITE.awaitStatus(SITE.submit("faulty", SITE.file("faulty").toString()), "COMPLETED");
    assertThat(breaker("faulty").path("state").asText()).isEqualTo("OPEN");
    Page viewer = open("/breakers", "viewer");
    assertThat(viewer.locator("tr:has(.s-OPEN)")).containsText("faulty");
    assertThat(viewer.locator("main tbody button")).hasCount(0);
    Page page = open("/breakers", "operator");
    assertThat(row(page, "three-approvals").locator("td").nth(1)).hasText("agent");
    Locator faulty = page.locator("tr:has(.s-OPEN)");
    assertThat(faulty).containsText("faultytoolopen");

    Files.createFile(SITE.file("faulty.gate"));
    faulty.locator("button").click();
    assertThat(page.locator("dialog")).containsText("Close the breaker of faulty");
    confirm(page);

    assertThat(page.locator(".s-OPEN")).hasCount(0);
    assertThat(breaker("faulty").path("state").asText()).isEqualTo("CLOSED");
    UUID run = SITE.submit("faulty", SITE.file("faulty").toString());
    SITE.awaitStatus(run, "COMPLETED");
    assertThat(SITE.runs().read(run).count("tool-call.completed")).isEqualTo(6);
  }

  @Test
  void endsThePauseOfAQuota() {
    UUID run = SITE.submit("limited", JsonNodeFactory.instance.objectNode());
    SITE.awaitStatus(run, "WAITING");
    Page page = open("/breakers", "operator");
    assertThat(row(page, "scripted/org/limited:1")).containsText("in ");

    row(page, "scripted/org/limited:1").locator("button").click();
    assertThat(page.locator("dialog")).containsText("End the pause of org/limited:1");
    confirm(page);

    assertThat(page.locator(".empty")).containsText("No model rests because of its quota.");
    assertThat(SITE.get("quotas").path("items")).isEmpty();
  }

  @Test
  void keepsAServerFromTakingRuns() {
    Page page = open("/servers", "admin");
    Locator server = page.locator("main tbody tr").first();
    assertThat(server).containsText("takes runs");

    server.locator("button").click();
    page.locator("dialog textarea[name=reason]").fill("new memory");
    confirm(page);

    assertThat(server).containsText("in maintenance");
    assertThat(server.locator("button")).hasCount(0);
    assertThat(page.locator("main .notice")).containsText("is in maintenance by admin: new memory");
    JsonNode kept = SITE.get("admin/maintenance");
    assertThat(kept.at("/servers/0/maintenance").asBoolean()).isTrue();
    assertThat(kept.at("/items/0/reason").asText()).isEqualTo("new memory");
    await()
        .atMost(PATIENCE)
        .until(() -> SITE.runs().http().ask("health/ready").statusCode(), status -> status == 503);
    UUID run = SITE.submit("steps", "maintained.txt");
    assertThat(SITE.runs().status(run)).isEqualTo("QUEUED");
    Instant before = Instant.now();

    page.locator("main .notice button").click();
    confirm(page);

    assertThat(server).containsText("takes runs");
    assertThat(page.locator("main .notice")).hasCount(0);
    SITE.awaitStatus(run, "COMPLETED");
    assertThat(SITE.runs().read(run).first("run.admitted").at()).isAfter(before);
    assertThat(SITE.get("admin/maintenance").path("items")).isEmpty();
    ConsoleBrowser.go(page, "/runs/" + run);
    assertThat(page.locator("#standing")).containsText("Completed", patiently());
  }

  @Test
  void showsWhichServerIsLost() {
    Page page = BROWSER.loggedIn("admin");
    page.route(
        "**/admin/maintenance",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(
                        """
                        {"items": [], "servers": [{"name": "host//opt/node-1", "up": false, "maintenance": false,
                         "runs": 2, "heardAt": "2026-01-01T00:00:00Z"}]}
                        """)));

    ConsoleBrowser.go(page, "/servers");

    Locator server = page.locator("main tbody tr").first();
    assertThat(server.locator(".status")).hasText("lost");
    assertThat(server.locator("time")).hasAttribute("datetime", "2026-01-01T00:00:00Z");
    assertThat(server).containsText("Its runs go on when a server takes them over.");
    assertThat(server.locator("button")).hasCount(0);
    ConsoleBrowser.go(page, "/");
    assertThat(page.locator(".health li").first()).containsText("lost");
  }

  private static Page open(String path, String user) {
    Page page = BROWSER.loggedIn(user);
    ConsoleBrowser.go(page, path);
    return page;
  }

  private static Locator row(Page page, String text) {
    return page.locator("main tbody tr")
        .filter(new Locator.FilterOptions().setHas(page.getByText(text, exactly())));
  }

  private static Page.GetByTextOptions exactly() {
    return new Page.GetByTextOptions().setExact(true);
  }

  private static JsonNode breaker(String name) {
    return SITE.get("breakers")
        .path("items")
        .valueStream()
        .filter(it -> it.path("kind").asText().equals("tool"))
        .filter(it -> it.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
