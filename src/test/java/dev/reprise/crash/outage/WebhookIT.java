package dev.reprise.crash.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.HookReceiver;
import dev.reprise.crash.fixture.HookReceiver.Got;
import dev.reprise.crash.fixture.HookReceiver.Mood;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.StandardWebhooks;
import dev.reprise.crash.fixture.bean.HoldTool;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A receiver that fails, hangs and returns is told each event at least once, and those of a run in
 * order, although the server is killed in the middle.
 */
class WebhookIT {

  private static final HookReceiver RECEIVER = new HookReceiver();
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Set<String> ENDS = Set.of("run.completed", "run.failed", "run.cancelled");

  private static final Site SITE =
      Site.named(
          "webhook",
          Site.FILES
              .with("REPRISE_WEBHOOKS_NETWORKS", "127.0.0.0/8")
              .with("REPRISE_WEB_PORTS", Integer.toString(RECEIVER.port()))
              .with("REPRISE_WEBHOOKS_TIMEOUT", "PT2S")
              .with("REPRISE_WEBHOOKS_INTERVAL", "PT0.2S")
              .with("REPRISE_WEBHOOKS_RETRY_DELAY", "PT1S")
              .with("REPRISE_WEBHOOKS_MAX_RETRY_DELAY", "PT1S"));

  private static String webhook;
  private static String secret;
  private static UUID asking;
  private static UUID held;
  private static UUID completed;

  @BeforeAll
  static void killTheServerWhileAReceiverHangs() throws IOException {
    SITE.server().start();
    ObjectNode request = JsonNodeFactory.instance.objectNode().put("url", RECEIVER.url());
    var events = request.putArray("events");
    Stream.of(
            "run.waiting-for-approval",
            "run.recovered",
            "run.completed",
            "run.cancelled",
            "run.failed")
        .forEach(events::add);
    JsonNode made = SITE.runs().http().as("admin").change("POST", "api/v1/webhooks", request);
    webhook = made.path("id").asText();
    secret = made.path("secret").asText();

    RECEIVER.now(Mood.FAILS);
    asking = SITE.submit("asks", "lines");
    held = SITE.submit("hold-again", SITE.file("held").toString());
    SITE.awaitEffects("held", 1);
    await().atMost(PATIENCE).until(() -> attemptsAt(asking) >= 2);
    SITE.runs().cancel(asking);
    SITE.awaitStatus(asking, "CANCELLED");
    RECEIVER.now(Mood.HANGS);
    completed = SITE.submit("steps", "steps");
    SITE.awaitStatus(completed, "COMPLETED");
    await().atMost(PATIENCE).until(() -> RECEIVER.got().getLast().mood() == Mood.HANGS);
    SITE.server().kill();

    RECEIVER.now(Mood.ACCEPTS);
    Files.createFile(HoldTool.gate(SITE.file("held")));
    SITE.server().start();
    SITE.awaitStatus(held, "COMPLETED");
  }

  @AfterAll
  static void close() {
    SITE.close();
    RECEIVER.close();
  }

  private static long attemptsAt(UUID run) {
    return RECEIVER.got().stream().filter(it -> it.run().equals(run.toString())).count();
  }

  private static List<String> accepted(UUID run) {
    return RECEIVER.accepted().stream()
        .filter(it -> it.run().equals(run.toString()))
        .map(Got::type)
        .toList();
  }

  private static Got awaitAccepted(UUID run, String type) {
    await().atMost(PATIENCE).until(() -> accepted(run).contains(type));
    return RECEIVER.accepted().stream()
        .filter(it -> it.run().equals(run.toString()) && it.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void tellsWhatHappenedWhileItFailedInTheOrderOfTheJournal() {
    awaitAccepted(asking, "run.cancelled");

    assertThat(accepted(asking)).startsWith("run.waiting-for-approval").endsWith("run.cancelled");
    assertThat(RECEIVER.got().stream().filter(it -> it.run().equals(asking.toString())))
        .extracting(Got::sequence)
        .isSorted();
  }

  @Test
  void tellsWhatItDidNotAnswerBeforeTheKill() {
    Got told = awaitAccepted(completed, "run.completed");

    RecordedRun run = SITE.runs().read(completed);
    assertThat(told.sequence()).isEqualTo(run.last().sequence());
    assertThat(told.id()).isEqualTo(completed + "-" + run.last().sequence());
    assertThat(told.json().at("/data/status").asText()).isEqualTo("COMPLETED");
    assertThat(told.body()).doesNotContain(run.last().data().path("output").asText());
  }

  @Test
  void tellsThatARunContinuesAfterTheLossOfItsServer() {
    awaitAccepted(held, "run.completed");

    assertThat(accepted(held)).startsWith("run.recovered").endsWith("run.completed");
  }

  @Test
  void missesNoEnd() {
    for (UUID run : List.of(asking, held, completed)) {
      RecordedEvent end = SITE.runs().read(run).last();
      assertThat(ENDS).contains(end.type());
      awaitAccepted(run, end.type());
    }
  }

  @Test
  void saysWhatBecameOfEachAndSendsOneAgain() {
    Got first = awaitAccepted(completed, "run.completed");
    String address = "api/v1/webhooks/%s/deliveries".formatted(webhook);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                SITE.runs()
                    .http()
                    .get(address + "?status=DELIVERED")
                    .path("items")
                    .findValuesAsText("id"),
            ids -> ids.contains(first.id()));
    long before = RECEIVER.accepted().stream().filter(it -> it.id().equals(first.id())).count();

    SITE.runs()
        .http()
        .change(
            "POST",
            address + "/" + first.id() + ":redeliver",
            JsonNodeFactory.instance.objectNode());

    await()
        .atMost(PATIENCE)
        .until(
            () -> RECEIVER.accepted().stream().filter(it -> it.id().equals(first.id())).count(),
            count -> count == before + 1);
  }

  @Test
  void sendsATestMessageOnRequestAndTellsTheAnswer() {
    JsonNode tested =
        SITE.runs()
            .http()
            .as("admin")
            .change(
                "POST",
                "api/v1/webhooks/%s:test".formatted(webhook),
                JsonNodeFactory.instance.objectNode());

    assertThat(tested.toString()).isEqualTo("{\"accepted\":true,\"response\":204}");
    assertThat(RECEIVER.accepted())
        .filteredOn(it -> it.type().equals("webhook.test"))
        .singleElement()
        .satisfies(it -> assertThat(it.headers()).containsKey("webhook-signature"))
        .satisfies(it -> assertThat(it.json().at("/data/webhookId").asText()).isEqualTo(webhook));
  }

  @Test
  void signsSoThatTheReferenceLibraryVerifiesIt(@TempDir Path directory) throws Exception {
    var library = StandardWebhooks.installIn(directory);
    UUID fresh = SITE.submit("steps", "fresh"); // the library refuses old messages
    Got told = awaitAccepted(fresh, "run.completed");

    assertThat(library.verify(secret, told)).isEqualTo("verified run.completed");
    var forged = new Got(told.mood(), told.headers(), told.body().replace("COMPLETED", "FAILED"));
    assertThat(library.verify(secret, forged)).startsWith("refused");
  }
}
