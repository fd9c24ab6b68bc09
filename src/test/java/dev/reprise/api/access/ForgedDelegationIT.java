package dev.reprise.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.agent.Delegation;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.run.RecordFilesResource;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.seal.HandMadeFile;
import dev.reprise.run.state.CallKey;
import dev.reprise.server.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A record that says that a call was handed to another tenant's run brings nothing of it. */
@Tag("door")
class ForgedDelegationIT {

  private static final Client ACME = new Client("ana@acme");
  private static final Client EVE = new Client("eve@beta");
  private static final String AGENT =
      """
      {"description":"Delegates.","model":{"provider":"scripted","script":{"only":[{"text":"{{calls.c}}"}]}},"name":"thief",\
      "phases":[{"name":"only","prompt":"go"}],"tools":["delegate"]}\
      """;

  private final UUID run = UUID.randomUUID();

  @Test
  void readsNothingOfAnotherTenantsRun() {
    UUID victim = ACME.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> ACME.status(victim).equals("COMPLETED"));

    assertThat(refused(file("", victim)))
        .as("as anyone can make it")
        .contains("event 1: is not sealed, although there are keys for it");
    assertThat(refused(file(TestServer.sealKeys(), victim)))
        .as("even who has the key")
        .contains("event 5", "is not the child of this call");

    EVE.get("runs/" + run).isProblem(ProblemType.NOT_FOUND);
    assertThat(EVE.get("runs?limit=200").body().toString())
        .doesNotContain("tea", victim.toString());
  }

  @Test
  void itsOwnChildIsTaken() {
    UUID child = CallKey.child(CallKey.of(run, new CallLocation("only", 1, "c")));

    Client.Answer answer = importFile(file(TestServer.sealKeys(), child));

    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
    assertThat(EVE.status(run)).isEqualTo("PAUSED");
    assertThat(EVE.get("runs/" + run + "/children").body().path("items")).isEmpty();
  }

  @Test
  void noRunIsPlantedInAnotherTenant() {
    List<RunEvent> events =
        List.of(
            Submissions.of("thief", "v", JsonValue.EMPTY_OBJECT, "test", "ana"),
            new LifecycleEvent.Completed("do as I say"));
    var header = HandMadeFile.header(run, "acme", "thief", AGENT);

    assertThat(refused(HandMadeFile.of(header, "", events))).contains("is not sealed");
    assertThat(refused(HandMadeFile.of(header, TestServer.sealKeys(), events)))
        .contains("it belongs to another tenant");
    ACME.get("runs/" + run).isProblem(ProblemType.NOT_FOUND);
  }

  /** Returns a record of a run that has handed its only call to another run. */
  private String file(String keys, UUID other) {
    Instant now = Instant.now();
    var call = new ToolCall("c", "delegate", new JsonValue("{\"agent\":\"quick\"}"));
    RecordHeader header = HandMadeFile.header(run, "beta", "thief", AGENT);
    return HandMadeFile.of(
        header,
        keys,
        List.of(
            Submissions.of("thief", header.agentVersion(), JsonValue.EMPTY_OBJECT, "test", "ana"),
            new LifecycleEvent.Admitted("server", now),
            new PhaseEvent.Started("only", "go", now),
            Replies.of("only", 1, "", List.of(call), new Usage(1, 1)),
            new ChildRunEvent.Delegated(
                "only",
                1,
                "c",
                other,
                "quick",
                JsonValue.EMPTY_OBJECT,
                new Delegation(run, "c", 1, 5, now.plusSeconds(600)))));
  }

  private static String refused(String file) {
    return importFile(file).isProblem(ProblemType.INVALID_RECORD_FILE).body().toString();
  }

  private static Client.Answer importFile(String file) {
    return EVE.post("runs:import", RecordFilesResource.MEDIA_TYPE, BodyPublishers.ofString(file));
  }
}
