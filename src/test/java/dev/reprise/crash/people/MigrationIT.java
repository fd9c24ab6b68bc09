package dev.reprise.crash.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.bean.ChangeableTool;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A run whose tools have changed does not continue unless a person allows it. */
class MigrationIT {

  /** A server that would send traces, but not metrics: these are a page, as without traces. */
  private static final ServerOptions MEASURED =
      Site.FILES
          .with("REPRISE_TELEMETRY", "otlp")
          .with("OTEL_TRACES_EXPORTER", "none")
          .with("OTEL_METRICS_EXPORTER", "none");

  /** The state that earlier versions left when they claimed a run despite differences. */
  private static final String STRANDED = "UPDATE run SET waiting_for = 'child-run', due_at = NULL";

  /** The server that has the tool again would let the run continue at its next try. */
  private static final String NOT_TRIED_TODAY =
      "UPDATE run SET due_at = {fn TIMESTAMPADD(SQL_TSI_DAY, 1, CURRENT_TIMESTAMP)}";

  @Test
  void waitsIfAToolWasRedeclaredAndContinuesAfterAMigration() throws IOException, SQLException {
    try (var site = Site.named("migration", MEASURED)) {
      site.server().start();
      UUID migrated = site.submit("changeable", "none");
      UUID resumed = site.submit("changeable", "none");
      UUID lead = site.submit("changeable-lead");
      site.awaitStatus(migrated, "WAITING");
      site.awaitStatus(resumed, "WAITING");
      UUID other = other(site.awaitStatus(lead, "WAITING"));
      site.awaitStatus(other, "WAITING"); // with no active call that the kill would leave unknown
      site.server().kill();

      Files.writeString(site.file(ChangeableTool.FILE), "IDEMPOTENT");
      site.server().start();

      String difference = "tools.changeable has the effect class IDEMPOTENT, not READ_ONLY";
      RecordedRun refused = awaitRefusal(site, migrated);
      assertThat(refused.last().data().path("reason").asText()).endsWith(difference);
      assertThat(refused.has("tool-call.completed", "wait", "wait")).isFalse();
      awaitRefusal(site, resumed);
      awaitRefusal(site, lead); // the end of its child run had woken it
      migrate(site, migrated, difference);
      RecordedRun whole = site.awaitStatus(migrated, "COMPLETED").assertSound();
      assertThat(whole.assertContinues(refused).last().data().path("output").asText())
          .isEqualTo("I am IDEMPOTENT");
      JsonNode event = whole.first("run.migrated").data();
      assertThat(event.path("by").asText()).isEqualTo("operator");
      assertThat(event.path("reason").asText()).isEqualTo("reading twice is reading");
      assertThat(event.path("accepted").path(0).asText()).isEqualTo(difference);
      site.server().stop();

      Files.delete(site.file(ChangeableTool.FILE));
      change(site, lead, STRANDED);
      change(site, resumed, NOT_TRIED_TODAY);
      site.server().start();
      RecordedRun led = site.awaitStatus(lead, "COMPLETED").assertSound();
      assertThat(led.last().data().path("output").asText()).isEqualTo("Done. I am READ_ONLY");
      assertThat(led.has("run.resumed")).isFalse();
      assertThat(health(site).findValue("stranded").asInt()).isOne();
      assertThat(site.metric("agentrun_recovery_stranded_total")).isEqualTo(1);
      HttpResponse<String> nothing = post(site, resumed, "migrate", reasoned());
      assertThat(Json.read(nothing.body()).path("code").asText()).isEqualTo("nothing-to-migrate");
      assertThat(post(site, resumed, "resume", empty()).statusCode()).isEqualTo(202);
      RecordedRun same = site.awaitStatus(resumed, "COMPLETED").assertSound();
      assertThat(same.last().data().path("output").asText()).isEqualTo("I am READ_ONLY");
      assertThat(same.has("run.migrated")).isFalse();
      assertThat(Json.read(post(site, resumed, "migrate", reasoned()).body()).path("code").asText())
          .isEqualTo("run-ended");
    }
  }

  private static UUID other(RecordedRun lead) {
    return UUID.fromString(lead.first("tool-call.delegated").data().path("child").asText());
  }

  private static void change(Site site, UUID run, String change) throws SQLException {
    String url = "jdbc:derby:" + site.server().data().resolve("reprise");
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement statement =
            connection.prepareStatement(
                change + " WHERE id = ? AND status = 'WAITING' AND waiting_for = 'migration'")) {
      statement.setString(1, run.toString());
      assertThat(statement.executeUpdate()).isOne();
    }
    assertThatThrownBy(() -> DriverManager.getConnection(url + ";shutdown=true"))
        .hasMessageContaining("shutdown"); // only one process at a time can open the database
  }

  private static JsonNode health(Site site) {
    return new JsonClient(site.server(), "operator").get("health/ready");
  }

  private static void migrate(Site site, UUID run, String difference) {
    ObjectNode dryRun = empty().put("dryRun", true).put("agent", "current");
    JsonNode plan = Json.read(post(site, run, "migrate", dryRun).body());
    assertThat(plan.path("possible").asBoolean()).as("%s", plan).isTrue();
    assertThat(plan.path("obstacles")).isEmpty();
    assertThat(plan.path("server")).hasSize(1);
    JsonNode named = plan.path("server").path(0);
    assertThat(named.path("path").asText() + " " + named.path("message").asText())
        .isEqualTo(difference);

    HttpResponse<String> unreasoned = post(site, run, "migrate", empty());
    assertThat(unreasoned.statusCode()).isEqualTo(400);
    assertThat(unreasoned.body()).contains("reason is missing");
    assertThat(site.runs().status(run)).as("nothing has changed").isEqualTo("WAITING");

    ObjectNode request = reasoned().put("agent", "current");
    String other = post(site, run, "migrate", request.put("plan", "0".repeat(64))).body();
    assertThat(Json.read(other).path("code").asText()).isEqualTo("migration-plan-changed");
    assertThat(site.runs().status(run)).as("nothing has changed").isEqualTo("WAITING");
    request.set("plan", plan.path("plan"));
    HttpResponse<String> done = post(site, run, "migrate", request);
    assertThat(done.statusCode()).as(done.body()).isEqualTo(202);
  }

  private static RecordedRun awaitRefusal(Site site, UUID run) {
    RecordedRun refused =
        site.awaitRecord(
            run,
            record ->
                record.last().type().equals("run.waiting")
                    && record.last().data().path("waitingFor").asText().equals("migration"));
    assertThat(site.awaitJob(run, "STOPPED").newestExecution().exitStatus()).isEqualTo("WAITING");
    return refused;
  }

  private static HttpResponse<String> post(Site site, UUID run, String action, ObjectNode body) {
    return new JsonClient(site.server(), "operator")
        .tryTo("POST", "api/v1/runs/%s:%s".formatted(run, action), body);
  }

  private static ObjectNode empty() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static ObjectNode reasoned() {
    return empty().put("reason", "reading twice is reading");
  }
}
