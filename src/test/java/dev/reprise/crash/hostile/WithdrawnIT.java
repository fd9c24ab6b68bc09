package dev.reprise.crash.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.KeyFiles;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server with tenants starts although everything it has is assigned to some tenants, and it
 * enforces the assignment whenever that changes.
 */
class WithdrawnIT {

  private static final String KEEPER =
      """
      name: keeper
      description: Leaves a line, waits, and leaves another.
      tools: [append_file, wait_until]
      phases: [{name: only, prompt: "{{input.effects}}"}]
      model:
        provider: scripted
        script:
          only:
            - calls: [{id: before, tool: append_file, arguments: {path: "{{prompt}}", content: "before\\n"}}]
            - calls: [{id: wait, tool: wait_until, arguments: {for: PT10S}}]
            - calls: [{id: after, tool: append_file, arguments: {path: "{{prompt}}", content: "after\\n"}}]
            - text: Done.
      """;

  private final Path agents;
  private final KeyFiles keys;

  WithdrawnIT(@TempDir Path agents, @TempDir Path keys) {
    this.agents = agents;
    this.keys = KeyFiles.in(keys).hold("first"); // no other keys are imported
  }

  @Test
  void doesNotExistForItsFormerTenant() throws IOException {
    keeper("");
    try (var site = Site.named("withdrawn", options())) {
      assertThat(site.server().startInVain())
          .contains(
              "reprise.tenant.pattern is set, so these must be set as well",
              "reprise.workspaces.effects.tenants; member 'tenants' of the agent in keeper.yaml");

      keeper("tenants: [default]");
      giveWorkspace(site, "default");
      site.server().start();
      UUID continued = site.submit("keeper", "continued");
      UUID paused = site.submit("keeper", "paused");
      site.awaitStatus(continued, "WAITING");
      site.awaitStatus(paused, "WAITING");
      assertThat(post(site, "runs/" + paused + ":pause", empty()).statusCode()).isEqualTo(202);
      site.awaitStatus(paused, "PAUSED");
      schedule(site);
      String file = client(site).ask("api/v1/runs/" + paused + "/export").body();
      site.server().kill();

      giveWorkspace(site, "beta");
      site.server().start();
      assertCallsFindNoWorkspace(site, continued);
      assertIsUnknownWorkspace(post(site, "runs", submission("effects")));
      assertThat(withoutTrace(post(site, "runs", submission("effects"))))
          .isEqualTo(withoutTrace(post(site, "runs", submission("gone"))));
      assertIsUnknownWorkspace(post(site, "runs/" + continued + ":fork", empty()));
      assertIsUnknownWorkspace(
          client(site).as("admin").send("api/v1/runs:import", "application/x-ndjson", file));
      assertThat(migration(site, paused).toString()).contains("'effects' does not exist any more");
      assertThat(fired(site)).contains("workspace must be a workspace of this server");

      keeper("tenants: [beta]");
      assertThat(body(post(site, "runs", submission("effects"))).path("code").asText())
          .isEqualTo("unknown-agent");
      assertThat(migration(site, paused).path("code").asText()).isEqualTo("unknown-agent");
      assertThat(fired(site)).contains("agent must be the name of an agent");
    }
  }

  private ServerOptions options() {
    return keys.into(ServerOptions.DEFAULT)
        .with("REPRISE_AGENTS_DIR", agents.toString())
        .with("REPRISE_TENANT_PATTERN", "[^@]+@(.+)|operator|admin");
  }

  private void keeper(String tenants) throws IOException {
    Path draft = Files.createTempFile(agents, "draft", ".tmp");
    Files.writeString(draft, KEEPER + tenants);
    Files.move(draft, agents.resolve("keeper.yaml"), StandardCopyOption.REPLACE_EXISTING);
  }

  private static void giveWorkspace(Site site, String tenant) throws IOException {
    Path overrides =
        Files.createDirectories(
            site.server().directory().resolve("servers/reprise/configDropins/overrides"));
    Files.writeString(
        overrides.resolve("tenants.xml"),
        """
        <server>
          <variable name="reprise.workspaces.effects.tenants" value="%s"/>
        </server>
        """
            .formatted(tenant));
  }

  private static void assertCallsFindNoWorkspace(Site site, UUID run) {
    RecordedRun record = site.awaitStatus(run, "COMPLETED").assertSound();

    JsonNode failure = record.first("tool-call.failed").data().path("failure");
    assertThat(failure.path("code").asText()).isEqualTo("workspace_unavailable");
    assertThat(failure.path("message").asText())
        .isEqualTo("this server no longer has workspace 'effects', only []");
    assertThat(site.effects("continued")).containsExactly("before");
  }

  private static void assertIsUnknownWorkspace(HttpResponse<String> answer) {
    assertThat(body(answer).path("code").asText()).as(answer.body()).isEqualTo("unknown-workspace");
  }

  private static JsonNode migration(Site site, UUID run) {
    return body(
        post(
            site, "runs/" + run + ":migrate", empty().put("dryRun", true).put("agent", "current")));
  }

  private static void schedule(Site site) {
    ObjectNode body = submission("effects").put("name", "yearly").put("cron", "0 3 1 1 *");
    body.put("maxAttempts", 1).put("cooldown", "PT0S");
    assertThat(post(site, "schedules", body).statusCode()).isEqualTo(201);
  }

  /** Returns why a firing has no run. */
  private static String fired(Site site) {
    JsonNode firing = body(post(site, "schedules/yearly:trigger", empty()));
    String path = "api/v1/schedules/yearly/firings/" + firing.path("id").asText();
    return await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> client(site).get(path), it -> it.path("status").asText().equals("FAILED"))
        .path("error")
        .asText();
  }

  private static ObjectNode submission(String workspace) {
    ObjectNode body = empty().put("agent", "keeper").put("workspace", workspace);
    body.putObject("input").put("effects", "none");
    return body;
  }

  private static HttpResponse<String> post(Site site, String path, ObjectNode body) {
    return client(site).tryTo("POST", "api/v1/" + path, body);
  }

  private static JsonClient client(Site site) {
    return new JsonClient(site.server(), "operator");
  }

  /** Returns what a refusal says, without what tells this request from another one. */
  private static JsonNode withoutTrace(HttpResponse<String> answer) {
    return ((ObjectNode) body(answer)).without("traceId");
  }

  private static JsonNode body(HttpResponse<String> answer) {
    return Json.read(answer.body());
  }

  private static ObjectNode empty() {
    return JsonNodeFactory.instance.objectNode();
  }
}
