package dev.reprise.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What keeps runs going when a server fails, and tells people of it. Tested by {@code
 * CapacityChecksTest}.
 */
final class CapacityChecks {

  /** All streams, calls and bodies that one server allows by default, and the files of the JVM. */
  private static final long FEWEST_DESCRIPTORS = 4096;

  static final Check DESCRIPTORS =
      new Check("the limit of file descriptors", CapacityChecks::descriptors);

  static final List<Check> ALL =
      List.of(
          new Check("the kind of database", CapacityChecks::database),
          new Check("the servers", CapacityChecks::servers),
          new Check("the dispatcher", CapacityChecks::dispatcher),
          new Check("the metrics", CapacityChecks::metrics),
          new Check("the webhooks", CapacityChecks::webhooks));

  /** What people must learn of without looking. */
  private static final Set<String> TO_BE_TOLD =
      Set.of("run.waiting-for-approval", "run.dead-lettered");

  private CapacityChecks() {}

  /** A server that may open few files fails under a load that its settings allow. */
  static List<Finding> descriptors(ServerState server) {
    String max = server.ready().data("file descriptors", "max");
    return !max.isEmpty() && Long.parseLong(max) < FEWEST_DESCRIPTORS
        ? List.of(
            Finding.warning(
                "The server may have no more than %s files and connections open.".formatted(max),
                "Raise the limit of its process (ulimit -n, LimitNOFILE of systemd) to %d or more,"
                        .formatted(FEWEST_DESCRIPTORS)
                    + " and restart it."))
        : List.of();
  }

  /** Derby is part of one server's process. */
  static List<Finding> database(ServerState server) throws RepriseException, InterruptedException {
    return isDerby(server)
        ? List.of(
            Finding.warning(
                "The database is Derby: there can be no second server, and a backup needs a stop.",
                "Move to PostgreSQL with 'reprise database copy', and set"
                    + " REPRISE_DATABASE=postgresql."))
        : List.of();
  }

  private static boolean isDerby(ServerState server) throws RepriseException, InterruptedException {
    return server.settings().value("reprise.database").equals(Optional.of("derby"));
  }

  /** One server more than needed lets the others continue what it holds. */
  static List<Finding> servers(ServerState server) throws RepriseException, InterruptedException {
    if (isDerby(server)) {
      return List.of();
    }
    List<JsonNode> up =
        ClientJson.list(
                server.client().send(ApiRequest.of(Operation.LIST_MAINTENANCE)).path("servers"),
                it -> it)
            .stream()
            .filter(it -> it.path("up").asBoolean() && !it.path("maintenance").asBoolean())
            .toList();
    if (up.size() < 2) {
      return List.of(
          Finding.warning(
              "No second server is up and out of maintenance: runs and callers wait while the only"
                  + " one is away.",
              "Start another one on the same database, with the same settings and a name of its"
                  + " own."));
    }
    long runs = up.stream().mapToLong(it -> it.path("runs").asLong()).sum();
    long places = (up.size() - 1) * server.settings().number("reprise.dispatch.max-running");
    return runs > places
        ? List.of(
            Finding.warning(
                "%d servers hold %d runs; without one of them there are places for %d."
                    .formatted(up.size(), runs, places),
                "Add a server, or raise REPRISE_DISPATCH_MAX_RUNNING."))
        : List.of();
  }

  /** A server may be kept from its work by its own settings. */
  static List<Finding> dispatcher(ServerState server)
      throws RepriseException, InterruptedException {
    ServerSettings settings = server.settings();
    List<Finding> findings = new ArrayList<>();
    if (settings.value("reprise.dispatch.enabled").equals(Optional.of("false"))) {
      findings.add(
          Finding.warning(
              "This server starts no queued runs.",
              "If other servers do not start them, remove REPRISE_DISPATCH_ENABLED=false and restart"
                  + " it."));
    }
    long running = settings.number("reprise.dispatch.max-running");
    long calls = settings.number("reprise.bound.model.calls");
    if (calls < running) {
      findings.add(
          Finding.warning(
              "This server works on up to %d runs, and makes %d model calls at once; more fail."
                  .formatted(running, calls),
              "Set REPRISE_BOUND_MODEL_CALLS to REPRISE_DISPATCH_MAX_RUNNING or above."));
    }
    return findings;
  }

  /** Without metrics, no rule can raise an alert. */
  static List<Finding> metrics(ServerState server) throws RepriseException, InterruptedException {
    return server.settings().value("reprise.telemetry").equals(Optional.of("off"))
        ? List.of(
            Finding.warning(
                "Telemetry is off, so no rule can raise an alert.",
                "Set REPRISE_TELEMETRY=page or otlp in the environment, and load"
                    + " server-config/monitoring/alerts.yaml into Prometheus."))
        : List.of();
  }

  /** Without a webhook, people learn of a call that waits for them only when they look. */
  static List<Finding> webhooks(ServerState server) throws RepriseException, InterruptedException {
    Set<String> untold = new TreeSet<>(TO_BE_TOLD);
    for (JsonNode webhook : server.client().list(ApiRequest.of(Operation.LIST_WEBHOOKS))) {
      if (webhook.path("enabled").asBoolean()) {
        webhook.path("events").forEach(event -> untold.remove(event.asText()));
      }
    }
    return untold.isEmpty()
        ? List.of()
        : List.of(
            Finding.warning(
                "No webhook of the tenant is told of %s.".formatted(String.join(" and ", untold)),
                "reprise webhook create URL --event %s; a URL of the form mailto:… sends mail."
                    .formatted(String.join(" --event ", untold))));
  }
}
