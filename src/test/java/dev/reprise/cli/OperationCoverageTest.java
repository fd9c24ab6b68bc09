package dev.reprise.cli;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.cli.operation.OperationCommand;
import dev.reprise.client.http.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * The client and the command line cover the API: an operation that is added without them makes this
 * test fail, unless it is named here with a reason.
 */
class OperationCoverageTest {

  private static final Path DESCRIPTION = Path.of("src/test/resources/api/openapi.json");
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  /** Operations that neither the client nor the command line has, and why. */
  private static final Map<String, String> LEFT_OUT =
      Map.of(
          "GET /batches/{id}/events", "a stream for the console; batch show has the same numbers",
          "GET /batches/{id}/results", "pages of what DOWNLOAD_RESULTS has as one stream");

  /** Operations of commands that are written by hand, and the commands. */
  private static final Map<Operation, String> WRITTEN =
      Map.ofEntries(
          Map.entry(Operation.SUBMIT_RUN, "run submit"),
          Map.entry(Operation.LIST_RUNS, "run list"),
          Map.entry(Operation.PAUSE_RUN, "run pause"),
          Map.entry(Operation.RESUME_RUN, "run resume"),
          Map.entry(Operation.CANCEL_RUN, "run cancel"),
          Map.entry(Operation.RETRY_RUN, "run retry"),
          Map.entry(Operation.SHOW_DIFFERENCE, "run diff"),
          Map.entry(Operation.RESOLVE_CALL, "run resolve"),
          Map.entry(Operation.APPROVE_CALL, "approval approve"),
          Map.entry(Operation.DENY_CALL, "approval deny"),
          Map.entry(Operation.ANSWER_CALL, "approval answer"),
          Map.entry(Operation.EDIT_CALL, "approval edit"),
          Map.entry(Operation.DELEGATE_CALL, "approval delegate"),
          Map.entry(Operation.APPROVE_MODEL_CALL, "approval approve"),
          Map.entry(Operation.DENY_MODEL_CALL, "approval deny"),
          Map.entry(Operation.DELEGATE_MODEL_CALL, "approval delegate"),
          Map.entry(Operation.SUBMIT_BATCH, "batch submit"),
          Map.entry(Operation.SUBMIT_BATCH_LINES, "batch submit"),
          Map.entry(Operation.ACT_ON_RUNS, "bulk act"),
          Map.entry(Operation.START_MAINTENANCE, "maintenance start"),
          Map.entry(Operation.SHOW_CONFIGURATION, "configuration"));

  @Test
  void theClientHasEachOperationOfTheApi() throws IOException {
    Set<String> described = new TreeSet<>();
    JsonNode paths = new ObjectMapper().readTree(DESCRIPTION.toFile()).path("paths");
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      path.getValue()
          .fieldNames()
          .forEachRemaining(
              method -> {
                if (METHODS.contains(method)) {
                  described.add(
                      method.toUpperCase(Locale.ROOT)
                          + " "
                          + path.getKey().replaceFirst("^/api/v1", ""));
                }
              });
    }
    Set<String> had =
        Arrays.stream(Operation.values())
            .map(it -> it.method() + " " + it.template())
            .collect(toCollection(TreeSet::new));
    had.addAll(LEFT_OUT.keySet());

    assertThat(had).isEqualTo(described);
  }

  @Test
  void theCommandLineHasEachOperationOfTheClient() {
    Set<Operation> table =
        Main.groups().stream()
            .flatMap(group -> group.commands().stream())
            .flatMap(OperationCommand::operations)
            .collect(toCollection(TreeSet::new));
    assertThat(table).doesNotContainAnyElementsOf(WRITTEN.keySet());

    Set<Operation> all = new TreeSet<>(table);
    all.addAll(WRITTEN.keySet());
    assertThat(all).containsExactlyInAnyOrder(Operation.values());
  }

  @Test
  void commandsThatAreWrittenByHandExist() {
    CommandLine program = Main.commandLine();
    Set<String> names =
        program.getSubcommands().values().stream()
            .flatMap(it -> Stream.concat(Stream.of(it), it.getSubcommands().values().stream()))
            .map(it -> it.getCommandSpec().qualifiedName().replaceFirst("^reprise ", ""))
            .collect(toCollection(TreeSet::new));

    assertThat(names).containsAll(WRITTEN.values());
  }

  @Test
  void eachCommandOfAGroupTakesAFormatAndAServer() {
    CommandLine program = Main.commandLine();
    List<CommandLine> commands =
        Main.groups().stream()
            .map(group -> requireNonNull(program.getSubcommands().get(group.name()), group.name()))
            .flatMap(group -> group.getSubcommands().values().stream())
            .toList();

    assertThat(commands)
        .hasSizeGreaterThan(100)
        .allSatisfy(
            command -> {
              assertThat(command.getCommandSpec().optionsMap())
                  .containsKeys("-o", "--output", "--server", "--api-key", "--profile", "--help");
              assertThat(command.getCommandSpec().usageMessage().description()[0]).endsWith(".");
            });
  }
}
