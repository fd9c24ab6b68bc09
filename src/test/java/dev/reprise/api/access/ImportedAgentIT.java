package dev.reprise.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.api.run.RecordFilesResource;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RecordHeader;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.HandMadeFile;
import dev.reprise.platform.Json;
import dev.reprise.server.TestServer;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An import is no way to run any agent with any past: neither is believed without a seal. */
@Tag("door")
class ImportedAgentIT {

  private static final Client ADMIN = new Client("admin");
  private static final Client OPERATOR = new Client("operator");
  private static final String AGENT =
      """
      {"description":"Deletes.","model":{"provider":"scripted","script":{"only":[{"text":"done"}]}},"name":"%s",\
      "phases":[{"name":"only","prompt":"go"}],"tools":["delete_file"]}\
      """;

  private final UUID run = UUID.randomUUID();

  @Test
  void aSelfMadeAgentThatCallsItselfByATrustedNameIsRefused() {
    RecordHeader header = HandMadeFile.header(run, "default", "clerk", AGENT.formatted("clerk"));

    assertThat(refused(HandMadeFile.of(header, "", approved(header)))).contains("is not sealed");
    ADMIN.get("runs/" + run).isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void anApprovalForgedIntoARealRecordIsRefused() {
    String real = exported(ended());
    RecordHeader header = header(real);

    assertThat(refused(HandMadeFile.of(header, "", approved(header)))).contains("is not sealed");
    assertThat(refused(real.replaceFirst("\"type\":\"run.admitted\"", "\"type\":\"run.retried\"")))
        .contains("was changed after it was written");
    assertThat(refused(real.replace("\"sealKey\":\"test\"", "\"sealKey\":\"\"")))
        .contains("is not sealed");
  }

  @Test
  void aHeaderThatNamesAnotherAgentThanItsDocumentIsRefused() {
    RecordHeader header = HandMadeFile.header(run, "default", "clerk", AGENT.formatted("thief"));

    assertThat(refused(HandMadeFile.of(header, TestServer.sealKeys(), approved(header))))
        .contains("its agent is 'clerk', but the agent of its document is 'thief'");
  }

  @Test
  void aHeaderWithAnotherVersionOfTheAgentThanTheSealedEventsIsRefused() {
    RecordHeader sealed = HandMadeFile.header(run, "default", "clerk", AGENT.formatted("clerk"));
    RecordHeader other =
        HandMadeFile.header(
            run, "default", "clerk", AGENT.formatted("clerk").replace("delete_file", "read_file"));

    assertThat(refused(HandMadeFile.of(other, TestServer.sealKeys(), approved(sealed))))
        .contains(
            "agent_version of run %s is '%s', but its journal says '%s'"
                .formatted(run, other.agentVersion(), sealed.agentVersion()));
  }

  @Test
  void aRunComesOnceAndIsThatOfWhoBringsIt() {
    RecordHeader header = HandMadeFile.header(run, "default", "clerk", AGENT.formatted("clerk"));
    String file = HandMadeFile.of(header, TestServer.sealKeys(), approved(header));

    Client.Answer taken = importFile(file);

    assertThat(taken.status()).as("%s", taken.body()).isEqualTo(201);
    assertThat(taken.body().path("status").asText()).isEqualTo("PAUSED");
    assertThat(taken.body().path("submittedBy").asText()).isEqualTo("admin");
    importFile(file).isProblem(ProblemType.RUN_EXISTS);
  }

  @Test
  void anErasedRunDoesNotComeBack() {
    UUID real = ended();
    String file = exported(real);
    importFile(file).isProblem(ProblemType.RUN_EXISTS);

    assertThat(Client.send(ADMIN.request("runs/" + real).DELETE()).status()).isEqualTo(204);

    Client.Answer refused = importFile(file);
    refused.isProblem(ProblemType.RUN_ERASED);
    assertThat(refused.body().path("detail").asText()).contains("was erased on this server at 20");
    ADMIN.get("runs/" + real).isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void onlyAdminsImport() {
    OPERATOR
        .post("runs:import", RecordFilesResource.MEDIA_TYPE, BodyPublishers.ofString("hello"))
        .isProblem(ProblemType.FORBIDDEN);
  }

  private static UUID ended() {
    UUID run = OPERATOR.submit("quick");
    await().atMost(Duration.ofSeconds(30)).until(() -> OPERATOR.status(run).equals("COMPLETED"));
    return run;
  }

  private static String exported(UUID run) {
    return Client.exchange(OPERATOR.request("runs/" + run + "/export")).body();
  }

  private static RecordHeader header(String file) {
    JsonNode header = Json.read(file.lines().findFirst().orElseThrow()).path("header");
    assertThat(header).isInstanceOf(ObjectNode.class);
    return new RecordHeader(
        header.path("format").asText(),
        header.path("version").asInt(),
        UUID.fromString(header.path("run").asText()),
        header.path("tenant").asText(),
        header.path("agent").asText(),
        header.path("agentVersion").asText(),
        header.path("definition").asText(),
        header.path("workspace").asText(),
        header.path("submittedBy").asText());
  }

  /** Returns what is recorded of a run whose dangerous call a person has approved. */
  private static List<RunEvent> approved(RecordHeader header) {
    Instant now = Instant.now();
    var call = new ToolCall("c", "delete_file", new JsonValue("{\"path\":\"precious\"}"));
    return List.of(
        Submissions.of("clerk", header.agentVersion(), JsonValue.EMPTY_OBJECT, "test", "ana"),
        new LifecycleEvent.Admitted("server", now),
        new PhaseEvent.Started("only", "go", now),
        Replies.of("only", 1, "", List.of(call), new Usage(1, 1)),
        new ToolCallEvent.Asked(
            "only",
            1,
            "c",
            QuestionKind.APPROVAL,
            "May it be called?",
            Optional.empty(),
            Optional.empty(),
            ApprovalTerms.NONE.in(header.run())),
        new HumanInputEvent.Decided(
            "only", 1, "c", true, "boss", now, Optional.empty(), Optional.empty()));
  }

  private static String refused(String file) {
    return importFile(file).isProblem(ProblemType.INVALID_RECORD_FILE).body().toString();
  }

  private static Client.Answer importFile(String file) {
    return ADMIN.post("runs:import", RecordFilesResource.MEDIA_TYPE, BodyPublishers.ofString(file));
  }
}
