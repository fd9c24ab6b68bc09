package dev.reprise.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.reprise.console.ConsoleBrowser.act;
import static dev.reprise.console.ConsoleBrowser.button;
import static dev.reprise.console.ConsoleBrowser.confirm;
import static dev.reprise.console.ConsoleBrowser.discard;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.Program;
import dev.reprise.artifact.store.ArtifactJson;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Admins decide in the console about tools that agents have written. */
class GeneratedToolActsIT {

  private static final ConsoleSite SITE = ConsoleSite.named("console-generated");

  @RegisterExtension static final BrowserExtension BROWSER = new BrowserExtension(SITE);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @Test
  void goesThroughTheStagesAndBackToTheEarlierGeneration() {
    String tool = written("stages", 2);
    Page page = open(tool, "admin");
    assertThat(page.locator(".facts")).containsText("staged");
    assertThat(page.locator("main .diff")).containsText("+return input.titles; // 2");

    act(page, "Promote…", "try it");
    assertThat(page.locator(".facts .s-CANARY")).containsText("on trial");
    assertThat(stage(tool)).isEqualTo("CANARY");
    act(page, "Promote…", "it works");
    assertThat(page.locator(".facts .s-PROMOTED")).containsText("promoted");
    assertThat(stage(tool)).isEqualTo("PROMOTED");
    act(page, "Quarantine…", "it deletes files");
    assertThat(page.locator(".facts .s-QUARANTINED")).containsText("quarantined");
    assertThat(page.locator(".facts")).containsText("is refused (it is in quarantine)");
    assertThat(artifact(tool).at("/artifact/nextCall/action").asText()).isEqualTo("REFUSE");
    button(page, "Bless…").click();
    page.locator("dialog textarea").fill("it does not");
    page.getByText("Also count its successes and failures from zero").check();
    confirm(page);
    assertThat(page.locator(".facts .s-STAGED")).hasCount(1);
    assertThat(stage(tool)).isEqualTo("STAGED");
    act(page, "Roll back…", "the old one was better");

    assertThat(page.locator("main .diff")).hasCount(0);
    assertThat(artifact(tool).at("/document/generations")).hasSize(1);
    assertThat(artifact(tool).at("/document/generations/0/program/code").asText())
        .isEqualTo("return input.titles; // 1");
    assertThat(page.locator("main tbody tr").first())
        .containsText("rolled backadminthe old one was better");
    assertThat(actions(tool))
        .containsExactly(
            "rolled back",
            "blessed",
            "quarantined",
            "promoted",
            "promoted",
            "imported",
            "imported");
  }

  @Test
  void isPutAwayBroughtBackAndWrittenAnew() {
    String tool = written("archive", 1);
    Page page = open(tool, "admin");
    act(page, "Promote…", "try it");

    act(page, "Archive…", "it is not used");
    assertThat(page.locator(".facts .s-ARCHIVED")).hasCount(1);
    assertThat(stage(tool)).isEqualTo("ARCHIVED");
    act(page, "Restore…", "somebody does");
    assertThat(page.locator(".facts .s-CANARY")).hasCount(1);
    assertThat(stage(tool)).isEqualTo("CANARY");
    act(page, "Rewrite…", "the feed has changed");

    assertThat(page.locator(".facts")).containsText("rewrites it (it is archived)");
    assertThat(artifact(tool).at("/artifact/nextCall/action").asText()).isEqualTo("GENERATE");
    assertThat(actions(tool))
        .containsExactly("outdated", "restored", "archived", "promoted", "imported");
  }

  @Test
  void refusesWhatIsNotPossibleOrNoLongerAsItWasSeen() {
    String tool = written("refused", 1);
    Page page = open(tool, "admin");
    button(page, "Roll back…").click();
    page.locator("dialog textarea").fill("back");
    page.locator("dialog button.primary").click();
    assertThat(page.locator("dialog [role=alert]")).containsText("no generation before");
    discard(page);

    button(page, "Promote…").click();
    page.locator("dialog textarea").fill("try it");
    admin().change("POST", path(tool) + ":quarantine", Json.read("{\"reason\": \"wait\"}"));
    page.locator("dialog button.primary").click();

    assertThat(page.locator("dialog [role=alert]")).containsText("It is QUARANTINED");
    discard(page);
    assertThat(page.locator(".facts .s-QUARANTINED")).hasCount(1);
    button(page, "Archive…").click();
    page.locator("dialog textarea").fill("it is bad");
    admin().change("POST", path(tool) + ":bless", Json.read("{\"reason\": \"it is good\"}"));
    page.locator("dialog button.danger").click();

    assertThat(page.locator("dialog [role=alert]")).containsText("Someone else has changed this");
    discard(page);
    assertThat(page.locator(".facts .s-STAGED")).hasCount(1);
    assertThat(actions(tool)).containsExactly("blessed", "quarantined", "imported");
    assertThat(button(open(tool, "operator"), "Promote…")).hasCount(0);
  }

  @Test
  void saysThatAKillSwitchStopsStoredCode() {
    String tool = written("switched", 1);
    admin().change("POST", path(tool) + ":promote", Json.read("{\"reason\": \"try it\"}"));
    Page page = BROWSER.loggedIn("admin");
    ConsoleBrowser.go(page, "/kill-switches");
    button(page, "Set a kill switch…").click();
    page.locator("dialog select").selectOption("STORED_CODE");
    page.locator("dialog textarea").fill("an audit");
    confirm(page);
    assertThat(page.locator("main table")).containsText("an audit");

    ConsoleBrowser.go(page, "/artifacts");
    assertThat(page.locator("main .notice"))
        .containsText("stored code of generated tools: Switched off by admin since");
    assertThat(artifact(tool).at("/artifact/nextCall/reason").asText()).isEqualTo("READ_OFF");

    page.locator("main .notice a").click();
    page.locator("main table button").click();
    confirm(page);
    assertThat(page.locator(".empty")).containsText("No kill switch is set.");
    ConsoleBrowser.go(page, "/artifacts");
    assertThat(page.locator("main table").first()).containsText(tool);
    assertThat(page.locator("main .notice")).hasCount(0);
    assertThat(artifact(tool).at("/artifact/nextCall/reason").asText()).isEqualTo("HEALTHY");
  }

  /** Imports so many generations of a tool, and returns its address. */
  private static String written(String method, int generations) {
    String tool = FeedReader.KEY.role() + "/" + method;
    for (int i = 1; i <= generations; i++) {
      Artifact artifact =
          Artifact.first(
              new ArtifactKey("elsewhere", FeedReader.KEY.role(), method),
              FeedReader.CONTRACT,
              new Program("return input.titles; // " + i, List.of()),
              FeedReader.origin(Trigger.GENERATED));
      String document = "{\"document\": %s}".formatted(ArtifactJson.write(artifact));
      admin().change("PUT", path(tool), Json.read(document));
    }
    return tool;
  }

  private static JsonClient admin() {
    return SITE.runs().http().as("admin");
  }

  private static Page open(String tool, String user) {
    Page page = BROWSER.loggedIn(user);
    ConsoleBrowser.go(page, "/artifacts/" + tool);
    page.locator(".facts").waitFor();
    return page;
  }

  private static String path(String tool) {
    return "api/v1/artifacts/" + tool;
  }

  private static JsonNode artifact(String tool) {
    return SITE.get("artifacts/" + tool);
  }

  private static String stage(String tool) {
    return artifact(tool).at("/artifact/stage").asText();
  }

  private static List<String> actions(String tool) {
    return SITE.get("artifacts/" + tool + "/changes").findValuesAsText("action");
  }
}
