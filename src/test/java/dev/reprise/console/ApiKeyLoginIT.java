package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.act;
import static dev.reprise.console.ConsoleBrowser.button;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.reprise.platform.Json;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A person with an API key logs in to the console with it, and can do what the key may. */
class ApiKeyLoginIT {

  private static final ConsoleSite SITE = ConsoleSite.named("console-keys");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void actsUnderTheNameOfTheKeyUntilItIsRevoked() {
    UUID run = SITE.submit("three-approvals", "keys.txt");
    SITE.awaitStatus(run, "WAITING");
    JsonNode key = key("night-watch", "operator");
    Page page = logIn(key.path("key").asText());
    assertThat(page.locator("header.top .name")).containsText("api-key:night-watch");

    ConsoleBrowser.go(page, "/runs/" + run);
    act(page, "Pause…", "it is late");
    assertThat(page.locator("#standing")).containsText("Paused by api-key:night-watch: it is late");
    assertThat(SITE.runs().read(run).last().data().path("by").asText())
        .isEqualTo("api-key:night-watch");
    page.reload();
    assertThat(page.locator("header.top .name")).containsText("api-key:night-watch");
    Page tab = page.context().newPage();
    tab.navigate(page.url());
    assertThat(tab.locator("header.top .name")).containsText("api-key:night-watch");

    SITE.runs()
        .http()
        .as("admin")
        .change(
            "POST",
            "api/v1/api-keys/%s:revoke".formatted(key.path("id").asText()),
            JsonNodeFactory.instance.objectNode());
    ConsoleBrowser.go(page, "/runs");
    assertThat(page.locator("main.login")).isVisible();
    assertThat(page.locator("header.top")).hasCount(0);
  }

  @Test
  void offersAKeyOfViewersNoActs() {
    UUID run = SITE.submit("three-approvals", "viewed.txt");
    SITE.awaitStatus(run, "WAITING");
    Page page = logIn(key("screen", "viewer").path("key").asText());

    ConsoleBrowser.go(page, "/runs/" + run);

    assertThat(page.locator("article.call[data-call=one]")).containsText("append_file");
    assertThat(page.locator("article.call button")).hasCount(0);
    assertThat(button(page, "…")).hasCount(0);
  }

  @Test
  void refusesAKeyThatIsNone() {
    Page page = logIn("rk_none");

    assertThat(page.getByRole(AriaRole.ALERT)).containsText("the key is not accepted");
    assertThat(page.locator("header.top")).hasCount(0);
  }

  private static JsonNode key(String name, String role) {
    String body = "{\"name\": \"%s\", \"roles\": [\"%s\"]}".formatted(name, role);
    return SITE.runs().http().as("admin").change("POST", "api/v1/api-keys", Json.read(body));
  }

  private static Page logIn(String key) {
    Page page = BROWSER.open(new Browser.NewContextOptions());
    page.locator("details summary").getByText("API key").click();
    page.locator("input[name=key]").fill(key);
    page.locator("details button").click();
    return page;
  }
}
