package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Jobs;
import dev.reprise.crash.fixture.Site;
import dev.reprise.server.JsonClient;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What people can do with runs through the batch administration: nothing, or, within their own
 * group, whatever the run's own job can do.
 */
class BatchAdminIT {

  private static final String INSTANCES = "ibm/api/batch/jobinstances";

  /** A batch administrator who is not a user of the application. */
  private static final String OUTSIDER = "porter";

  private static final Site SITE =
      Site.named("batch-admin", Site.FILES.withUser(OUTSIDER, "batch-admins"));

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"operator", "viewer"})
  void applicationRolesGiveNoAccessToTheBatchApi(String user) {
    UUID run = paused("roles-" + user);
    long job = SITE.jobs().newest(run).id();
    RecordedRun before = SITE.runs().read(run);

    JsonClient client = new JsonClient(SITE.server(), user);

    assertIsRefused(client.ask(INSTANCES));
    assertIsRefused(client.ask(INSTANCES + "/" + job));
    assertIsRefused(client.tryTo("PUT", INSTANCES + "/" + job + "?action=stop", nothing()));
    assertIsRefused(client.tryTo("PUT", INSTANCES + "/" + job + "?action=restart", runOf(run)));
    assertIsRefused(client.tryTo("POST", INSTANCES, submission(run)));
    assertThat(SITE.runs().read(run)).isEqualTo(before);
  }

  @Test
  void noUserSubmitsAJob() {
    UUID run = paused("submitted");
    RecordedRun before = SITE.runs().read(run);
    int jobs = SITE.jobs().all().size();
    JsonClient admin = new JsonClient(SITE.server(), "admin");
    ObjectNode inline = submission(run);
    inline.remove("jobXMLName");
    inline.put("jobXML", jobXml());

    assertIsRefused(admin.tryTo("POST", INSTANCES, submission(run)));
    assertIsRefused(admin.tryTo("POST", INSTANCES, inline));
    assertIsRefused(multipart(admin, run));
    assertIsRefused(fromAnotherSite(admin, run));
    assertThat(SITE.jobs().all()).hasSize(jobs);
    assertThat(SITE.runs().read(run)).isEqualTo(before);
  }

  @Test
  void aJobClaimsOnlyItsOwnRun() {
    UUID own = paused("own");
    UUID foreign = paused("foreign");
    RecordedRun before = SITE.runs().read(foreign);
    RecordedRun ownBefore = SITE.runs().read(own);
    Jobs jobs = new Jobs(new JsonClient(SITE.server(), OUTSIDER));
    long job = jobs.newest(own).id();

    jobs.http().change("PUT", INSTANCES + "/" + job + "?action=restart", runOf(foreign));

    assertIsRefused(SITE.awaitEnd(job), "the job belongs to run " + own);
    assertThat(SITE.runs().read(foreign)).isEqualTo(before);
    assertThat(SITE.runs().read(own)).isEqualTo(ownBefore);

    jobs.http().change("PUT", INSTANCES + "/" + job + "?action=restart", runOf(own));

    RecordedRun run = SITE.awaitStatus(own, "COMPLETED").assertContinues(ownBefore);
    assertThat(run.count("run.resumed")).isEqualTo(1);
    assertThat(run.first("run.resumed").data().path("by").asText()).isEqualTo(OUTSIDER);
  }

  /** The server's interface sends the request like this by default. */
  @Test
  void aRestartWithoutParametersContinuesAndDoesNotBreakLaterOnes() {
    UUID id = SITE.submit("one-turn-at-a-time", "without-parameters");
    SITE.awaitStatus(id, "FAILED");
    long job = SITE.awaitJob(id, "FAILED").id();

    SITE.jobs().http().change("PUT", INSTANCES + "/" + job + "?action=restart", nothing());

    SITE.awaitRecord(id, run -> run.has("run.retried") && run.count("run.failed") == 2);
    assertThat(SITE.awaitEnd(job).newestExecution().exitStatus()).isEqualTo("FAILED");

    SITE.jobs().restart(job); // with the parameters of the last execution, which had none

    RecordedRun run = SITE.awaitStatus(id, "COMPLETED").assertSound();
    assertThat(run.count("run.retried")).isEqualTo(2);
    assertThat(run.first("run.retried").data().path("by").asText()).isEqualTo("admin");
    assertThat(SITE.effects("without-parameters")).containsExactly("a", "b");
    assertThat(SITE.awaitEnd(job).executions()).hasSize(3);
  }

  @Test
  void aNewJobClaimsNoPausedRun() {
    UUID run = paused("second-job");
    RecordedRun before = SITE.runs().read(run);

    assertIsRefused(SITE.awaitEnd(SITE.jobs().start(run)), "is PAUSED");

    assertThat(SITE.runs().read(run)).isEqualTo(before);
  }

  /** Returns a run whose job was stopped in the middle of a phase. */
  private static UUID paused(String effects) {
    UUID run = SITE.submit("steps", effects);
    SITE.awaitRecord(run, it -> it.has("model.replied", "second"));
    SITE.jobs().stop(SITE.jobs().newest(run).id());
    SITE.awaitStatus(run, "PAUSED");
    SITE.awaitJob(run, "STOPPED");
    return run;
  }

  private static String jobXml() {
    return """
    <job id="agent-run" version="2.0" xmlns="https://jakarta.ee/xml/ns/jakartaee">
      <step id="any"><batchlet ref="java.util.ArrayList"/></step>
    </job>
    """;
  }

  private static HttpResponse<String> multipart(JsonClient client, UUID run) {
    String data = submission(run).toString();
    return client.send(
        INSTANCES,
        "multipart/form-data; boundary=part",
        "--part\r\nContent-Disposition: form-data; name=\"jobdata\"\r\nContent-Type: application/json\r\n\r\n"
            + data
            + "\r\n--part\r\nContent-Disposition: form-data; name=\"jsl\"\r\nContent-Type: application/xml\r\n\r\n"
            + jobXml()
            + "\r\n--part--\r\n");
  }

  /** Sends what a page of another site can send with the login that a browser remembers. */
  private static HttpResponse<String> fromAnotherSite(JsonClient client, UUID run) {
    var request =
        HttpRequest.newBuilder(client.base().resolve(INSTANCES))
            .header("Authorization", client.credentials().basic(client.user()))
            .header("Content-Type", "text/plain")
            .header("Origin", "https://evil.example")
            .POST(BodyPublishers.ofString(submission(run).toString()))
            .build();
    try {
      return client.client().send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static ObjectNode submission(UUID run) {
    ObjectNode body = runOf(run);
    body.put("applicationName", "reprise");
    body.put("moduleName", "reprise.war");
    body.put("jobXMLName", "agent-run");
    return body;
  }

  private static ObjectNode runOf(UUID run) {
    ObjectNode body = nothing();
    body.putObject("jobParameters").put("runId", run.toString());
    return body;
  }

  private static ObjectNode nothing() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static void assertIsRefused(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isBetween(400, 499);
  }

  private static void assertIsRefused(Jobs.Job job, String why) {
    assertThat(job.status()).isEqualTo("FAILED");
    assertThat(job.newestExecution().exitStatus()).startsWith("REFUSED: ").contains(why);
  }
}
