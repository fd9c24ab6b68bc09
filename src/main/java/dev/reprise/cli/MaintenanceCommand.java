package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.NotWaitingException;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.Administration;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.RepriseException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Keeps servers from working on runs, and lets them again. */
@Command(
    name = "maintenance",
    description = "Lets servers hand over their runs and work on none, until it ends.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class MaintenanceCommand {

  /** Servers follow within it, so what they hold counts only afterwards. */
  private static final Duration POLL = Duration.ofSeconds(1);

  private static final String ALL = "*";

  private static final Columns STARTED =
      Columns.NONE
          .with("ID", "/id")
          .with("SERVER", "/server")
          .with("BY", "/by")
          .with("SINCE", "/at")
          .with("REASON", "/reason");

  private static final Columns LIST = STARTED.with("RUNS", "/runs");

  private static final Columns SERVERS =
      Columns.NONE
          .with("SERVER", "/name")
          .with("UP", "/up")
          .with("MAINTENANCE", "/maintenance")
          .with("RUNS", "/runs")
          .with("SILENT SINCE", "/silentSince");

  @Spec @Nullable CommandSpec spec;

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(
      description = "Lists what is in maintenance, and how many runs are still held there.",
      mixinStandardHelpOptions = true)
  void list() throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      JsonNode answer = client.administration().maintenance();
      output.output().all(LIST, ClientJson.list(answer.path("items"), it -> withRuns(it, answer)));
    }
  }

  private static JsonNode withRuns(JsonNode item, JsonNode answer) {
    ObjectNode all = item.deepCopy();
    return all.put("runs", runs(answer, item.path("server").asText()));
  }

  @Command(
      description = "Lists the servers that are up, or hold runs, and how many.",
      mixinStandardHelpOptions = true)
  void servers() throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      JsonNode answer = client.administration().maintenance();
      output.output().all(SERVERS, ClientJson.list(answer.path("servers"), it -> it));
    }
  }

  @Command(description = "Puts a server into maintenance.", mixinStandardHelpOptions = true)
  void start(
      @Parameters(
              paramLabel = "SERVER",
              description = "Its name, as runs show it as their holder; * for all servers.")
          String name,
      @Option(names = "--reason", required = true, description = "Why, for others.") String reason,
      @Option(names = "--wait", description = "Waits until the server holds no run.")
          boolean isWaiting,
      @Mixin KeyOption key)
      throws RepriseException, InterruptedException, NotWaitingException {
    try (var client = server.client()) {
      Administration administration = client.administration();
      JsonNode started = administration.startMaintenance(name, reason, key.key());
      if (isWaiting) {
        awaitNone(administration, started);
      }
      output.output().one(STARTED, started);
    }
  }

  private void awaitNone(Administration administration, JsonNode started)
      throws RepriseException, InterruptedException, NotWaitingException {
    PrintWriter err = Objects.requireNonNull(spec, "picocli sets it").commandLine().getErr();
    String name = started.path("server").asText();
    String subject = name.equals(ALL) ? "all servers together" : name;
    long before = 0;
    while (true) {
      TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
      JsonNode answer = administration.maintenance();
      if (items(answer).stream().noneMatch(it -> it.path("id").equals(started.path("id")))) {
        throw new NotWaitingException("the maintenance of %s is ended".formatted(subject));
      }
      long left = runs(answer, name);
      if (left == 0) {
        err.println("%s: no run is held any more".formatted(subject));
        return;
      }
      if (left != before) {
        err.println("%s: runs still held: %d".formatted(subject, left));
        before = left;
      }
    }
  }

  private static List<JsonNode> items(JsonNode answer) {
    return ClientJson.list(answer.path("items"), it -> it);
  }

  /** Returns how many runs a server holds, or all servers. */
  private static long runs(JsonNode answer, String name) {
    return ClientJson.list(answer.path("servers"), it -> it).stream()
        .filter(it -> name.equals(ALL) || name.equals(it.path("name").asText()))
        .mapToLong(it -> it.path("runs").asLong())
        .sum();
  }

  @Command(description = "Ends a maintenance.", mixinStandardHelpOptions = true)
  void end(@Parameters(paramLabel = "ID") UUID id, @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      client.administration().endMaintenance(id, key.key());
    }
  }
}
