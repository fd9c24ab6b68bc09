package dev.reprise.crash;

import static java.util.stream.Collectors.toSet;
import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.server.JsonClient;
import dev.reprise.server.ServerProcess;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The server's own batch administration, as an administrator uses it. */
record Jobs(JsonClient http) {

  private static final String INSTANCES = "ibm/api/batch/jobinstances";

  static Jobs of(ServerProcess server) {
    return new Jobs(new JsonClient(server, "admin"));
  }

  /** Returns the jobs of a run, newest first. */
  List<Job> of(UUID run) {
    return all().stream()
        .filter(job -> job.executions().stream().anyMatch(e -> e.run().equals(run.toString())))
        .toList();
  }

  /** Returns the newest job of a run. */
  Job newest(UUID run) {
    return of(run).getFirst();
  }

  /** Returns the newest job of a definition. */
  Job newestNamed(String name) {
    return stream(http.get(INSTANCES + "?pageSize=1000").spliterator(), false)
        .filter(json -> json.path("jobXMLName").asText().equals(name))
        .map(json -> get(json.path("instanceId").asLong()))
        .findFirst()
        .orElseThrow();
  }

  List<Job> all() {
    return stream(http.get(INSTANCES + "?pageSize=200").spliterator(), false)
        .map(json -> get(json.path("instanceId").asLong()))
        .toList();
  }

  /** Waits until no execution of these runs is open any more. */
  void awaitNoneOpen(Collection<UUID> runs) {
    Set<String> ids = runs.stream().map(UUID::toString).collect(toSet());
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(openJobs())
                    .flatExtracting(Job::executions)
                    .filteredOn(execution -> ids.contains(execution.run()))
                    .noneMatch(Execution::isOpen));
  }

  /** Returns the jobs that have not ended. One that died before its first execution has none. */
  private List<Job> openJobs() {
    return stream(http.get(INSTANCES + "?pageSize=1000").spliterator(), false)
        .filter(job -> isOpen(job.path("batchStatus").asText()))
        .map(job -> get(job.path("instanceId").asLong()))
        .toList();
  }

  Job get(long id) {
    JsonNode job = http.get(INSTANCES + "/" + id);
    var executions =
        stream(http.get(INSTANCES + "/" + id + "/jobexecutions").spliterator(), false)
            .map(Execution::of)
            .toList();
    return new Job(
        id, job.path("batchStatus").asText(), job.path("exitStatus").asText(), executions);
  }

  /** Starts a job for a run, which only the application itself may do. */
  long start(UUID run) {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("applicationName", "reprise");
    body.put("moduleName", "reprise.war");
    body.put("jobXMLName", "agent-run");
    body.putObject("jobParameters").put("runId", run.toString());
    return http.as("runner").change("POST", INSTANCES, body).path("instanceId").asLong();
  }

  void stop(long job) {
    http.change("PUT", INSTANCES + "/" + job + "?action=stop", nothing());
  }

  void restart(long job) {
    http.change("PUT", restartOf(job), nothing());
  }

  HttpResponse<String> tryToRestart(long job) {
    return http.tryTo("PUT", restartOf(job), nothing());
  }

  private static String restartOf(long job) {
    return INSTANCES + "/" + job + "?action=restart&reusePreviousParams=true";
  }

  private static JsonNode nothing() {
    return JsonNodeFactory.instance.objectNode();
  }

  /**
   * A job.
   *
   * @param executions newest first
   */
  record Job(long id, String status, String exitStatus, List<Execution> executions) {

    /**
     * Returns whether the job or its newest execution is open; the two are read one after the
     * other.
     */
    boolean isOpen() {
      return Jobs.isOpen(status) || newestExecution().isOpen();
    }

    Execution newestExecution() {
      return executions.getFirst();
    }
  }

  /** One start or restart of a job. */
  record Execution(long id, String status, String exitStatus, String run) {

    private static Execution of(JsonNode json) {
      return new Execution(
          json.path("executionId").asLong(),
          json.path("batchStatus").asText(),
          json.path("exitStatus").asText(),
          json.path("jobParameters").path("runId").asText());
    }

    boolean isOpen() {
      return Jobs.isOpen(status);
    }
  }

  private static boolean isOpen(String status) {
    return switch (status) {
      case "STARTING", "STARTED", "STOPPING" -> true;
      default -> false;
    };
  }
}
