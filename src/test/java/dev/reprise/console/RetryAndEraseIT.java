package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.act;
import static dev.reprise.console.ConsoleBrowser.button;
import static dev.reprise.console.ConsoleBrowser.confirm;
import static dev.reprise.console.ConsoleBrowser.patiently;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.playwright.Page;
import dev.reprise.crash.fixture.bean.PoisonTool;
import dev.reprise.platform.Json;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People retry runs that failed or were given up, and erase runs that have ended. */
class RetryAndEraseIT {

  private static final ConsoleSite SITE =
      ConsoleSite.named(
          "console-retry",
          options -> options.withBeans(PoisonTool.class),
          "/crash/files/short-of-turns.yaml",
          "/crash/files/poison.yaml");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void retriesAFailedRunFromTheStepThatFailed() {
    UUID run = SITE.submit("short-of-turns", "turns.txt");
    SITE.awaitStatus(run, "FAILED");
    RecordedRun failed = SITE.runs().read(run);
    Page page = open(run, "operator");
    assertThat(page.locator("#standing")).containsText("Failed:");
    assertThat(page.locator(".connection")).hasAttribute("data-state", "ended");

    act(page, "Retry…", "give it more turns");

    assertThat(page.locator("#standing"))
        .containsText("Completed: The second is done.", patiently());
    assertThat(page.locator(".transcript"))
        .containsText("retried by operator give it more turns", patiently());
    assertThat(page.locator(".transcript")).containsText("The second is done.", patiently());
    RecordedRun retried = SITE.runs().read(run).assertSound().assertContinues(failed);
    assertThat(retried.last().type()).isEqualTo("run.completed");
    assertThat(retried.count("run.retried")).isEqualTo(1);
    assertThat(SITE.file("turns.txt")).hasContent("first a\nsecond a\nsecond b\nsecond c\n");
  }

  @Test
  void retriesARunThatWasGivenUp() throws IOException {
    UUID run = SITE.submit("poison", SITE.file("poison").toString());
    SITE.server().awaitEnd();
    SITE.server().startToItsEnd();
    SITE.server().startToItsEnd();
    SITE.server().start();
    SITE.awaitStatus(run, "DEAD_LETTER");
    Page page = open(run, "operator");
    assertThat(page.locator("#standing")).containsText("Retry it when the cause is gone.");

    Files.createFile(SITE.file("poison.gate"));
    act(page, "Retry…", "the poison is gone");

    assertThat(page.locator("#standing")).containsText("Completed: released", patiently());
    RecordedRun retried = SITE.runs().read(run).assertSound();
    assertThat(retried.first("run.retried").data().path("reason").asText())
        .isEqualTo("the poison is gone");
    assertThat(SITE.file("done")).hasContent("before\n");
  }

  @Test
  void erasesARunForGood() {
    UUID run = completed();
    long events = SITE.runs().read(run).events().size();
    Page operator = open(run, "operator");
    assertThat(button(operator, "Undo…")).hasCount(1);
    assertThat(button(operator, "Erase…")).hasCount(0);
    Page page = open(run, "admin");

    button(page, "Erase…").click();
    assertThat(page.locator("dialog"))
        .containsText("The record with its " + events + " events is erased");
    confirm(page);

    assertThat(page.locator("h1")).hasText("Runs");
    assertThat(SITE.runs().http().ask("api/v1/runs/" + run).statusCode()).isEqualTo(404);
    ConsoleBrowser.go(page, "/runs/" + run);
    assertThat(page.locator("main .problem")).containsText("does not exist");
  }

  @Test
  void saysWhyARunIsNotErased() {
    UUID run = completed();
    SITE.runs()
        .http()
        .change(
            "POST",
            "api/v1/runs/%s:fork".formatted(run),
            Json.read("{\"sequence\": 3, \"reason\": \"again\"}"));
    Page page = open(run, "admin");

    button(page, "Erase…").click();
    page.locator("dialog button.danger").click();

    assertThat(page.locator("dialog [role=alert]")).containsText("cannot be erased");
    assertThat(SITE.runs().status(run)).isEqualTo("COMPLETED");
  }

  private static UUID completed() {
    UUID run =
        SITE.submit("hostile", JsonNodeFactory.instance.objectNode().put("file", "none.txt"));
    SITE.awaitStatus(run, "COMPLETED");
    return run;
  }

  private static Page open(UUID run, String user) {
    Page page = BROWSER.loggedIn(user);
    ConsoleBrowser.go(page, "/runs/" + run);
    return page;
  }
}
