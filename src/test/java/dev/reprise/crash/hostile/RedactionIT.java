package dev.reprise.crash.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.FileSearch;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.HoldTool;
import dev.reprise.crash.fixture.bean.LeakTool;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * People, a model and a tool reveal secrets on a real server, which is killed meanwhile. No secret
 * is stored in its database, its logs or elsewhere in its directory, and no answer contains one.
 */
class RedactionIT {

  private static final String TOKEN = LeakTool.FIRST_HALF + "token-7261";
  private static final String CARD = LeakTool.FIRST_HALF + "card-4711";
  private static final String PIN = LeakTool.FIRST_HALF + "pin-0815";
  private static final List<String> SECRETS = List.of(TOKEN, CARD, PIN);

  /** Written beside the secrets, so that searching the same places for them proves something. */
  private static final String HARMLESS = "control-12-grey";

  private final Path directory;

  RedactionIT(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void noSecretIsStoredAnywhere() throws IOException {
    Path rules = directory.resolve("redaction.yaml");
    Files.writeString(rules, "patterns: {card: 'canary-card-[0-9]+'}\npaths: [$..pin]\n");
    try (Site site =
        Site.named(
            "redaction",
            Site.FILES
                .with("REPRISE_REDACTION_FILE", rules.toString())
                .with(
                    "REPRISE_RETRY_WORKFLOW_ATTEMPTS",
                    "100") // it must not end before it is cancelled
                .with(LeakTool.BY_VALUE, TOKEN)
                .with(LeakTool.BY_PATTERN, CARD)
                .with(LeakTool.BY_PATH, PIN))) {
      site.server().start();
      assertNoLabelHasASecret(site);
      UUID run = site.submit("leaky", input(site));
      site.awaitEffects("held", 1);
      act(site, run, "steer", said().put("message", "take %s or %s".formatted(TOKEN, CARD)));
      act(site, run, "pause", said());
      UUID broken = site.submit("fickle", input(site));
      site.awaitJob(broken, "FAILED");
      act(site, broken, "cancel", said());
      site.server().kill();
      assertNothingRests(site);

      Files.createFile(HoldTool.gate(site.file("held")));
      site.server().start();
      site.awaitStatus(run, "PAUSED");
      act(site, run, "resume", said());
      site.awaitStatus(run, "WAITING");
      resolve(site, run);
      RecordedRun recorded = site.awaitStatus(run, "COMPLETED").assertSound();
      assertThat(recorded.count("message.posted")).isEqualTo(1);
      assertThat(recorded.last().data().path("output").asText())
          .isEqualTo("[redacted:%s] it is [redacted:card]".formatted(LeakTool.BY_VALUE));
      site.awaitStatus(broken, "CANCELLED");

      assertNothingIsAnswered(site, run, broken);
      site.server().stop();
      assertNothingRests(site);
    }
  }

  private static ObjectNode input(Site site) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("effects", site.file("held").toString())
        .put("note", HARMLESS)
        .put("said", "my token is %s, my card %s".formatted(TOKEN, CARD))
        .put("pin", PIN);
  }

  private static ObjectNode said() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("reason", "%s: because of %s and %s".formatted(HARMLESS, TOKEN, CARD));
  }

  private static void act(Site site, UUID run, String action, ObjectNode body) {
    site.runs().http().change("POST", "api/v1/runs/%s:%s".formatted(run, action), body);
  }

  private static void resolve(Site site, UUID run) {
    site.runs()
        .say(
            run,
            "unknown:resolve",
            JsonNodeFactory.instance
                .objectNode()
                .put("verdict", "SUCCEEDED")
                .put("result", "it is " + CARD)
                .put("evidence", "%s: I asked with %s".formatted(HARMLESS, TOKEN)));
  }

  /** Labels are stored as they are, so one with a secret is refused. */
  private static void assertNoLabelHasASecret(Site site) {
    ObjectNode submission = JsonNodeFactory.instance.objectNode();
    submission.put("agent", "leaky").put("workspace", "effects").set("input", input(site));
    submission.putObject("labels").put("of", "the " + TOKEN);

    HttpResponse<String> refused = site.runs().http().tryTo("POST", "api/v1/runs", submission);

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("labels.of").doesNotContain(TOKEN);
  }

  private static void assertNothingIsAnswered(Site site, UUID... runs) {
    for (UUID run : runs) {
      for (String view : List.of("", "/events?limit=200", "/tool-calls", "/export")) {
        HttpResponse<String> answer = site.runs().http().ask("api/v1/runs/" + run + view);
        assertThat(answer.statusCode()).as(view).isEqualTo(200);
        assertThat(answer.body()).as(view).doesNotContain(SECRETS);
      }
    }
    assertThat(site.runs().http().ask("api/v1/runs").body()).doesNotContain(SECRETS);
  }

  private static void assertNothingRests(Site site) {
    for (String secret : SECRETS) {
      assertThat(FileSearch.of(secret, site.server().directory())).as(secret).isEmpty();
    }
    assertThat(FileSearch.of(HARMLESS, site.server().data())).as("the control").isNotEmpty();
    assertThat(FileSearch.of("no login with [redacted", site.server().log().resolveSibling("")))
        .as("what a tool met, in the logs")
        .isNotEmpty();
  }
}
