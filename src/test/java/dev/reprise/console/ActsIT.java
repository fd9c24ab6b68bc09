package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.button;
import static dev.reprise.console.ConsoleBrowser.patiently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Acts of the console show what they would do before they do it. */
class ActsIT {

  private static final ConsoleSite SITE = ConsoleSite.named("console-acts");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void cancelsManyRunsAfterAPreview() {
    List<UUID> runs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      var input = JsonNodeFactory.instance.objectNode().put("effects", "many.txt");
      runs.add(SITE.runs().submit("three-approvals", "effects", input, "kind", "many"));
    }
    runs.forEach(run -> SITE.awaitStatus(run, "WAITING"));
    Page page = loggedIn("operator");
    ConsoleBrowser.go(page, "/runs?label=kind%3Dmany");

    button(page, "Act on all runs that match…").click();
    page.locator("dialog select").selectOption("CANCEL");
    page.locator("dialog textarea").fill("not needed");
    assertThat(page.locator("dialog .notice")).containsText("Waiting 3");
    page.locator("dialog button.danger").click();

    assertThat(page.locator("main")).containsText("3 / 3", patiently());
    assertThat(page.locator("h1")).containsText("Completed", patiently());
    runs.forEach(run -> SITE.awaitStatus(run, "CANCELLED"));
  }

  @Test
  void undoesTheCallsOfARunAfterShowingThePlan() throws IOException {
    for (String name : List.of("one", "two", "three")) {
      Files.writeString(SITE.file(name), name);
    }
    Files.createFile(SITE.file("held.gate"));
    UUID run = SITE.submit("mover", SITE.file("held").toString());
    SITE.awaitCalls(run, 4); // none is in doubt
    SITE.runs().cancel(run);
    SITE.awaitStatus(run, "CANCELLED");
    Page page = loggedIn("operator");
    ConsoleBrowser.go(page, "/runs/" + run);

    button(page, "Undo…").click();
    assertThat(page.locator("dialog")).containsText("A new run undoes 4 calls");
    assertThat(page.locator("dialog li").first()).containsText("three");
    page.locator("dialog button.danger").click();

    assertThat(page.locator("#standing")).containsText("Completed", patiently());
    assertThat(SITE.file("one")).hasContent("one");
    assertThat(SITE.file("moved/three")).doesNotExist();
  }

  @Test
  void forksFromACheckpointAndComparesBothRuns() {
    UUID run = SITE.submit("steps", "forked.txt");
    SITE.awaitStatus(run, "COMPLETED");
    Page page = loggedIn("operator");
    ConsoleBrowser.go(page, "/runs/" + run + "/checkpoints");

    page.locator("section button", new Page.LocatorOptions().setHasText("Fork…")).nth(2).click();
    assertThat(page.locator("dialog")).containsText("Taken over, already paid");
    page.locator("dialog textarea[name=message]").fill("and be quick");
    page.locator("dialog button.primary").click();
    page.waitForURL(address -> !address.contains(run.toString())); // the page of the fork
    assertThat(page.locator("#standing")).containsText("Completed", patiently());
    button(page, "Compare with its parent…").click();

    assertThat(page.locator(".first-line")).containsText("Their transcripts differ");
    assertThat(page.locator("main")).containsText("and be quick");
  }

  @Test
  void showsTheDifferencesOfAMigration() throws IOException {
    UUID run = SITE.submit("three-approvals", "migrated.txt");
    SITE.awaitStatus(run, "WAITING");
    Page page = loggedIn("operator");
    ConsoleBrowser.go(page, "/runs/" + run);
    Path document = SITE.agent("three-approvals");
    Files.writeString(
        document, Files.readString(document).replace("text: \"done\"", "text: \"all done\""));
    String current = "api/v1/agents/three-approvals";
    String before = SITE.runs().http().get("api/v1/runs/" + run).path("agentVersion").asText();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> !SITE.runs().http().get(current).path("version").asText().equals(before));

    button(page, "Migrate…").click();
    assertThat(page.locator("dialog")).containsText("Differences of the agent");
    page.locator("dialog textarea").fill("the new text");
    page.locator("dialog button.primary").click();

    assertThat(page.locator("dialog")).hasCount(0);
    assertThat(page.locator(".transcript")).containsText("migrated by operator: the new text");
  }

  @Test
  void createsAScheduleFiresItAndCatchesUp() {
    Page page = loggedIn("operator");
    ConsoleBrowser.go(page, "/schedules");
    button(page, "Create a schedule…").click();
    page.locator("dialog textarea")
        .fill(
            """
            {"name": "hourly", "agent": "steps", "workspace": "effects",
             "input": {"effects": "hourly.txt"}, "cron": "0 * * * *", "zone": "UTC"}""");
    page.locator("dialog button.primary").click();
    assertThat(page.locator("dialog .notice li")).hasCount(5);
    page.locator("dialog button.primary").click();
    assertThat(page.locator("h1")).containsText("hourly");

    button(page, "Fire now…").click();
    page.locator("dialog button.primary").click();
    assertThat(page.locator("section table")).containsText("request", patiently());
    String yesterday = LocalDate.now(ZoneOffset.UTC).minusDays(1).toString();
    button(page, "Backfill…").click();
    page.locator("dialog input[name=from]").fill(yesterday + "T00:00");
    page.locator("dialog input[name=until]").fill(yesterday + "T03:30");
    page.locator("dialog button.primary").click();
    assertThat(page.locator("dialog .notice")).containsText("Times without a firing");
    assertThat(page.locator("dialog .notice"))
        .containsText("rests 5 min after each: 20 min in all");
    assertThat(page.locator("dialog button.danger")).hasText("Fire 4 times");
    page.locator("dialog input[name=until]").fill(yesterday + "T01:30");
    assertThat(page.locator("dialog .notice")).hasCount(0);
    page.locator("dialog button.primary").click();
    page.locator("dialog button.danger").click();
    assertThat(page.locator("section table")).containsText("It waits for its turn", patiently());
  }

  @Test
  void setsAndReleasesAKillSwitch() {
    Page page = loggedIn("admin");
    ConsoleBrowser.go(page, "/kill-switches");
    button(page, "Set a kill switch…").click();
    assertThat(page.locator("dialog select")).hasValue("TOOL");
    page.locator("dialog input[name=name]").fill("append_flie");
    assertThat(page.locator("dialog")).containsText("would stop nothing today");
    assertThat(page.locator("dialog input[name=unknown]")).isVisible();
    page.locator("dialog input[name=name]").fill("append_file");
    assertThat(page.locator("dialog")).containsText("for these agents");
    assertThat(page.locator("dialog")).containsText("three-approvals");
    for (String kind :
        List.of("CODE_REUSE", "DANGEROUS_TOOLS", "SUBMISSIONS", "TENANT", "MODEL_CALLS")) {
      page.locator("dialog select").selectOption(kind);
      assertThat(page.locator("dialog input[name=name]")).hasCount(0);
    }
    page.locator("dialog select").selectOption("AGENT");
    page.locator("dialog input[name=name]").fill("hold-again");
    assertThat(page.locator("dialog")).containsText("unfinished runs of this agent");
    page.locator("dialog textarea").fill("it hangs");
    page.locator("dialog button.danger").click();
    assertThat(page.locator("main table")).containsText("it hangs");

    page.locator("main table button").click();
    page.locator("dialog button.primary").click();

    assertThat(page.locator(".empty")).containsText("No kill switch is set.");
  }

  @Test
  void saysWhatIsWrongWithAnAgentsDocument() {
    Page page = loggedIn("viewer");
    ConsoleBrowser.go(page, "/agent-editor");

    page.locator("#document").fill("name: broken\ntools: [no_such_tool]\n");

    assertThat(page.locator(".verdict .problem")).containsText("phases");
  }

  @Test
  void triesAnAgentThatIsNotDeployed() {
    Page page = loggedIn("admin");
    ConsoleBrowser.go(page, "/agent-editor");
    page.locator("#document")
        .fill(
            """
            name: tried
            description: Is not deployed.
            model: {provider: scripted, script: {only: [{text: Hello.}]}}
            phases: [{name: only, prompt: "Say {{input.what}}."}]
            """);
    button(page, "Try with the scripted model").click();
    page.locator("dialog input[name=workspace]").fill("effects");
    page.locator("dialog textarea[name=input]").fill("{\"what\": \"hello\"}");
    page.locator("dialog textarea[name=script]").fill("{\"only\": [{\"text\": \"Good day.\"}]}");
    page.locator("dialog button.primary").click();

    assertThat(page.locator("#standing")).containsText("Completed: Good day.", patiently());
  }

  private static Page loggedIn(String user) {
    return BROWSER.loggedIn(user);
  }
}
