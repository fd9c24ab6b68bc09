package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.act;
import static dev.reprise.console.ConsoleBrowser.button;
import static dev.reprise.console.ConsoleBrowser.patiently;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.reprise.crash.fixture.bean.CountingModel;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People direct batches in the console, and see what became of the items. */
class BatchPageIT {

  private static final ConsoleSite SITE =
      ConsoleSite.named("console-batch", options -> options.withBeans(CountingModel.class));

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() throws IOException {
    Files.writeString(SITE.agent("clerk"), clerk());
    Files.createFile(SITE.file("bad")); // so that the model refuses bad prompts
    SITE.server().start();
  }

  @Test
  void stopsWhileItIsPausedAndWhenItIsCancelled() {
    Page page = BROWSER.loggedIn("operator");
    UUID batch = submit("slow", IntStream.rangeClosed(1, 60).mapToObj(i -> "item " + i).toList());
    ConsoleBrowser.go(page, "/batches/" + batch);
    assertThat(page.locator("h1")).containsText("Running", patiently());

    act(page, "Pause…", "to look at it");

    assertThat(page.locator("h1")).containsText("Paused", patiently());
    int pending = read(batch).at("/receipt/pending").asInt();
    assertThat(read(batch).path("status").asText()).isEqualTo("PAUSED");
    assertThat(pending).isBetween(1, 59);
    assertThat(page.locator(".bar-text")).containsText(60 - pending + " / 60", patiently());
    act(page, "Resume…", "it is fine");
    assertThat(page.locator("h1")).containsText("Running", patiently());
    act(page, "Cancel…", "it takes too long");

    assertThat(page.locator("h1")).containsText("Cancelled", patiently());
    assertThat(page.locator(".bar-text")).containsText("60 / 60", patiently());
    assertThat(button(page, "Resume…")).hasCount(0);
    JsonNode cancelled = read(batch);
    assertThat(cancelled.path("status").asText()).isEqualTo("CANCELLED");
    assertThat(cancelled.at("/receipt/cancelled").asInt()).isPositive();
    assertThat(cancelled.path("acts").findValuesAsText("kind"))
        .containsExactly("SUBMIT", "PAUSE", "RESUME", "CANCEL");
    assertThat(cancelled.path("acts").findValuesAsText("reason"))
        .contains("to look at it", "it is fine", "it takes too long");
  }

  @Test
  void retriesTheItemsThatFailedAndShowsTheResults() throws IOException {
    UUID batch = submit("fragile", List.of("good one", "bad two", "bad three"));
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/batches/" + batch);
    assertThat(page.locator("h1")).containsText("Completed", patiently());
    assertThat(page.locator("main tbody tr")).hasCount(2);
    assertThat(page.locator("main tbody tr").first()).containsText("this prompt is bad");
    assertThat(read(batch).at("/receipt/failed").asInt()).isEqualTo(2);

    Files.delete(SITE.file("bad"));
    act(page, "Retry the failed items…", "the model is better now");

    assertThat(page.locator(".facts")).containsText("Completed3Failed0", patiently());
    assertThat(page.locator(".empty")).containsText("No item has this status.", patiently());
    assertThat(read(batch).at("/receipt/completed").asInt()).isEqualTo(3);
    for (Locator status : page.locator(".counts a").all()) {
      status.click();
      assertThat(status).hasAttribute("aria-current", "true");
      assertThat(page.locator("main .problem")).hasCount(0);
    }
    page.locator(".counts").getByText("Completed").click();
    assertThat(page.locator("main tbody tr")).hasCount(3);
    assertThat(page.locator("main tbody")).containsText("seen bad two");
    Download file = page.waitForDownload(() -> button(page, "Download the results").click());
    assertThat(Files.readString(file.path())).contains("seen good one", "seen bad three");
    page.locator("main tbody tr").filter(having("seen bad two")).locator("a").click();
    assertThat(page.locator("#standing")).containsText("Completed: seen bad two");
  }

  @Test
  void marksAPreview() {
    UUID preview = submit("batches:preview", "sample", List.of("one", "two", "three", "four"));
    Page page = BROWSER.loggedIn("operator");
    ConsoleBrowser.go(page, "/batches/" + preview);
    assertThat(page.locator("h1")).containsText("preview of 4 items", patiently());

    ConsoleBrowser.go(page, "/batches");

    assertThat(page.locator("main tbody tr").filter(having("sample")))
        .containsText("preview of 4 items");
  }

  private static Locator.FilterOptions having(String text) {
    return new Locator.FilterOptions().setHasText(text);
  }

  private static UUID submit(String name, List<String> texts) {
    return submit("batches", name, texts);
  }

  private static UUID submit(String operation, String name, List<String> texts) {
    String lines =
        texts.stream().map("{\"text\": \"%s\"}"::formatted).collect(Collectors.joining("\n"));
    var request =
        Json.read(
            """
            {"agent": "clerk", "workspace": "effects", "name": "%s", "key": ["text"],
             "input": {"text": "{{item.text}}"}, "options": {"concurrency": 2},
             "source": {"lines": %s}}"""
                .formatted(name, Json.write(Json.mapper().valueToTree(lines))));
    return UUID.fromString(
        SITE.runs().http().change("POST", "api/v1/" + operation, request).path("id").asText());
  }

  private static JsonNode read(UUID batch) {
    return SITE.get("batches/" + batch);
  }

  private static String clerk() {
    Path calls = SITE.file("calls");
    return """
        name: clerk
        description: Says what it was asked.
        phases:
          - {name: only, prompt: "{{input.text}}"}
        model: {provider: counting, file: %s, millis: 500}
        """
        .formatted(calls);
  }
}
