package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.button;
import static dev.reprise.console.ConsoleBrowser.confirm;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.playwright.Page;
import dev.reprise.server.JsonClient;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Admins erase what retention erases next, and nothing but what they have seen. */
class RetentionPageIT {

  private static final ConsoleSite SITE =
      ConsoleSite.named(
          "console-retention",
          options ->
              options.with("REPRISE_RETENTION_AGE", "none").with("REPRISE_RETENTION_COUNT", "1"));

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void erasesExactlyTheRunsThatWereSeen() {
    List<UUID> runs = Stream.generate(RetentionPageIT::ended).limit(4).toList();
    JsonClient admin = SITE.runs().http().as("admin");
    Page page = BROWSER.loggedIn("admin");
    ConsoleBrowser.go(page, "/retention");
    assertThat(page.locator("main tbody tr")).hasCount(3);
    assertThat(page.locator("main tbody tr").first()).containsText("defaults (count)");

    button(page, "Erase now…").click();
    assertThat(page.locator("dialog")).containsText("3 runs with");
    admin.change("DELETE", "api/v1/runs/" + runs.getFirst(), JsonNodeFactory.instance.nullNode());
    page.locator("dialog button.danger").click();
    assertThat(page.locator("dialog [role=alert]")).containsText("nothing was erased");
    assertThat(page.locator("main tbody tr")).hasCount(2);
    page.locator("dialog button.danger").click(); // it is still about the three
    assertThat(page.locator("dialog [role=alert]")).containsText("nothing was erased");
    assertThat(answers(runs)).containsExactly(404, 200, 200, 200);
    page.keyboard().press("Escape");

    button(page, "Erase now…").click();
    assertThat(page.locator("dialog")).containsText("2 runs with");
    confirm(page);

    assertThat(page.locator(".empty")).containsText("Nothing is due.");
    assertThat(answers(runs)).containsExactly(404, 404, 404, 200);
  }

  @Test
  void isForAdminsAlone() {
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/retention");

    assertThat(page.locator(".empty")).containsText("Only admins see");
    assertThat(page.locator("main button")).hasCount(0);
  }

  private static UUID ended() {
    UUID run =
        SITE.submit("hostile", JsonNodeFactory.instance.objectNode().put("file", "none.txt"));
    SITE.awaitStatus(run, "COMPLETED");
    return run;
  }

  private static List<Integer> answers(List<UUID> runs) {
    return runs.stream()
        .map(run -> SITE.runs().http().ask("api/v1/runs/" + run).statusCode())
        .toList();
  }
}
