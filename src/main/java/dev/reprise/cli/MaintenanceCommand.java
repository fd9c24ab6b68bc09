package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.NotWaitingException;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.ClientJson;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Keeps servers from working on runs, and lets them again. Tested by {@code CommandLineTest}. */
@Command(
    name = "maintenance",
    description = "Lets servers hand over their runs and work on none, until it ends.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class MaintenanceCommand {

  /** Servers follow within it, so what they hold counts only afterwards. */
  private static final Duration POLL = Duration.ofSeconds(1);

  private static final String ALL = "*";

  static final Columns STARTED =
      Columns.of("ID /id, SERVER /server, BY /by, SINCE /at, REASON /reason");

  @Spec @Nullable CommandSpec spec;

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

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
      JsonNode started =
          client.send(
              ApiRequest.of(Operation.START_MAINTENANCE)
                  .body(ClientJson.object().put("server", name).put("reason", reason))
                  .key(key.key()));
      if (isWaiting) {
        awaitNone(client, started);
      }
      output.output().one(STARTED, started);
    }
  }

  private void awaitNone(RepriseClient client, JsonNode started)
      throws RepriseException, InterruptedException, NotWaitingException {
    PrintWriter err = Objects.requireNonNull(spec, "picocli sets it").commandLine().getErr();
    String name = started.path("server").asText();
    String subject = name.equals(ALL) ? "all servers together" : name;
    long before = 0;
    while (true) {
      TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
      JsonNode answer = client.send(ApiRequest.of(Operation.LIST_MAINTENANCE));
      if (rows(answer).stream().noneMatch(it -> it.path("id").equals(started.path("id")))) {
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

  /** Returns what is in maintenance, each with how many runs are still held there. */
  static List<JsonNode> rows(JsonNode answer) {
    return ClientJson.list(
        answer.path("items"),
        item ->
            ((ObjectNode) item.deepCopy()).put("runs", runs(answer, item.path("server").asText())));
  }

  /** Returns how many runs a server holds, or all servers. */
  private static long runs(JsonNode answer, String name) {
    return ClientJson.list(answer.path("servers"), it -> it).stream()
        .filter(it -> name.equals(ALL) || name.equals(it.path("name").asText()))
        .mapToLong(it -> it.path("runs").asLong())
        .sum();
  }
}
