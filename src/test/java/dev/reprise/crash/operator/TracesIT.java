package dev.reprise.crash.operator;

import static dev.reprise.server.OtlpReceiver.attribute;
import static dev.reprise.server.OtlpReceiver.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.HoldTool;
import dev.reprise.server.JsonClient;
import dev.reprise.server.OtlpReceiver;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Over a kill and a wait, one run is one trace. */
class TracesIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SUBMITTER_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  private static final OtlpReceiver RECEIVER = new OtlpReceiver();
  private static final Site SITE = Site.named("traces", RECEIVER.sending(Site.FILES));

  private static UUID killed;
  private static UUID waited;
  private static UUID parent;

  @BeforeAll
  static void killOnce() throws IOException {
    SITE.server().start();
    killed = submitTraced("hold-again", "again");
    SITE.awaitEffects("again", 1);
    await().atMost(PATIENCE).until(() -> !named(killed, "chat").isEmpty());
    SITE.server().kill();
    Files.createFile(HoldTool.gate(SITE.file("again")));
    SITE.server().start();
    SITE.awaitStatus(killed, "COMPLETED");
    waited = SITE.submit("wait", SITE.file("waited").toString());
    parent = SITE.submit("changeable-lead");
    SITE.awaitStatus(waited, "COMPLETED");
    SITE.awaitStatus(parent, "COMPLETED");
    await().atMost(PATIENCE).until(() -> named(killed, "invoke_agent").size() == 2);
    await().atMost(PATIENCE).until(() -> named(waited, "invoke_agent").size() >= 2);
  }

  private static UUID submitTraced(String agent, String effects) {
    JsonClient http = SITE.runs().http();
    ObjectNode submission = JsonNodeFactory.instance.objectNode();
    submission.put("agent", agent).put("workspace", "effects");
    submission.putObject("input").put("effects", SITE.file(effects).toString());
    JsonNode run =
        http.with("traceparent", "00-" + SUBMITTER_TRACE + "-00f067aa0ba902b7-01")
            .change("POST", "api/v1/runs", submission);
    return UUID.fromString(run.path("id").asText());
  }

  private static String traceId(UUID run) {
    return SITE.runs().http().get("api/v1/runs/" + run).path("traceId").asText();
  }

  @AfterAll
  static void close() {
    SITE.close();
    RECEIVER.close();
  }

  /** Returns the spans of a run whose names begin with a word, in the order of their starts. */
  private static List<Span> named(UUID run, String operation) {
    return RECEIVER.spans(traceId(run)).stream()
        .filter(span -> span.getName().startsWith(operation + " "))
        .sorted(
            (one, other) -> Long.compare(one.getStartTimeUnixNano(), other.getStartTimeUnixNano()))
        .toList();
  }

  @Test
  void hasARootForEachClaimThatIsLinkedToTheOneBefore() {
    List<Span> roots = named(killed, "invoke_agent");

    assertThat(roots).allMatch(root -> root.getParentSpanId().isEmpty());
    assertThat(roots)
        .extracting(root -> attribute(root, "agentrun.epoch"))
        .as("the recovery sweep takes one between them")
        .containsExactly("1", "3");
    assertThat(roots)
        .extracting(root -> attribute(root, "agentrun.run.status"))
        .containsExactly("LOST", "COMPLETED");
    assertThat(roots.getFirst().getStatus().getCodeValue()).as("an error").isEqualTo(2);
    assertThat(roots.get(1).getLinksList())
        .extracting(link -> hex(link.getSpanId()))
        .contains(hex(roots.getFirst().getSpanId()));
  }

  @Test
  void linksEachClaimToTheSubmitter() {
    assertThat(named(killed, "invoke_agent"))
        .allSatisfy(
            root ->
                assertThat(root.getLinksList())
                    .extracting(link -> hex(link.getTraceId()))
                    .contains(SUBMITTER_TRACE));
  }

  @Test
  void linksAChildToTheClaimThatSubmittedIt() {
    String child =
        SITE.runs().read(parent).first("tool-call.delegated").data().path("child").asText();

    await().atMost(PATIENCE).until(() -> !named(parent, "invoke_agent").isEmpty());
    String submitter = hex(named(parent, "invoke_agent").getFirst().getSpanId());
    assertThat(named(UUID.fromString(child), "invoke_agent"))
        .isNotEmpty()
        .allSatisfy(
            root ->
                assertThat(root.getLinksList())
                    .extracting(link -> hex(link.getSpanId()))
                    .contains(submitter));
  }

  @Test
  void hasTheCallsBelowTheClaimThatMadeThem() {
    List<Span> roots = named(killed, "invoke_agent");
    List<Span> chats = named(killed, "chat");
    List<Span> tools = named(killed, "execute_tool");

    assertThat(chats.getFirst().getParentSpanId()).isEqualTo(roots.getFirst().getSpanId());
    assertThat(tools).isNotEmpty();
    assertThat(tools.getLast().getParentSpanId()).isEqualTo(roots.getLast().getSpanId());
    assertThat(chats)
        .allSatisfy(
            chat -> {
              assertThat(attribute(chat, "gen_ai.operation.name")).isEqualTo("chat");
              assertThat(attribute(chat, "gen_ai.provider.name")).isEqualTo("scripted");
            });
    assertThat(tools)
        .allSatisfy(
            tool -> assertThat(attribute(tool, "gen_ai.operation.name")).isEqualTo("execute_tool"));
  }

  @Test
  void sendsNothingThatWasSaid() {
    assertThat(RECEIVER.spans(traceId(killed)).toString())
        .doesNotContain(SITE.file("again").toString());
  }

  @Test
  void isOneTraceOverAWait() {
    List<Span> roots = named(waited, "invoke_agent");

    assertThat(attribute(roots.getFirst(), "agentrun.run.status")).isEqualTo("WAITING");
    assertThat(attribute(roots.getFirst(), "agentrun.run.waiting_for")).isNotEmpty();
    assertThat(attribute(roots.getLast(), "agentrun.run.status")).isEqualTo("COMPLETED");
    assertThat(roots.getLast().getLinksList())
        .extracting(link -> hex(link.getSpanId()))
        .contains(hex(roots.get(roots.size() - 2).getSpanId()));
  }

  @Test
  void hasNoPageOfWhatItSends() {
    HttpResponse<String> page = SITE.runs().http().as("auditor").ask("api/v1/metrics");

    assertThat(page.statusCode()).isEqualTo(404);
    assertThat(page.body()).contains("This server sends its metrics");
  }

  @Test
  void saysWhichConventionsItFollows() {
    assertThat(RECEIVER.schemas()).containsExactly("https://opentelemetry.io/schemas/1.41.0");
  }

  @Test
  void sendsMetrics() {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(RECEIVER.metrics())
                    .contains(
                        "gen_ai.client.operation.duration",
                        "gen_ai.execute_tool.duration",
                        "gen_ai.invoke_agent.duration",
                        "agentrun.run.completed",
                        "agentrun.runs.active",
                        "ft.invocations.total",
                        "jvm.memory.used",
                        "agentrun.server.threads"));
  }
}
