package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.agent.AgentTest;
import dev.reprise.cli.options.DocumentFile;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.options.TextFile;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows agents, and checks their documents. */
@Command(
    name = "agent",
    description = "Shows agents, and checks their documents.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class AgentCommand {

  private static final Columns LIST =
      Columns.NONE
          .with("NAME", "/name")
          .with("USABLE", "/usable")
          .with("MODEL", "/model/name")
          .with("DESCRIPTION", "/description");

  private static final Columns DETAIL =
      Columns.NONE
          .with("name", "/name")
          .with("usable", "/usable")
          .with("description", "/description")
          .with("source", "/source")
          .with("version", "/version")
          .with("provider", "/model/provider")
          .with("model", "/model/name")
          .with("phases", "/phases")
          .with("tools", "/tools")
          .with("problems", "/problems")
          .with("warnings", "/warnings");

  private static final Columns VERSIONS =
      Columns.NONE
          .with("VERSION", "/version")
          .with("PRESENT", "/present")
          .with("FIRST SEEN", "/firstSeenAt");

  private static final Columns VERSION =
      Columns.NONE.with("name", "/name").with("version", "/version").with("document", "/document");

  private static final Columns VALID =
      Columns.NONE.with("name", "/name").with("version", "/version").with("warnings", "/warnings");

  @Spec @Nullable CommandSpec spec;

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(description = "Lists agents.", mixinStandardHelpOptions = true)
  void list() throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().all(LIST, client.catalogue().agents());
    }
  }

  @Command(description = "Shows an agent.", mixinStandardHelpOptions = true)
  void show(@Parameters(paramLabel = "NAME") String name)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().one(DETAIL, client.catalogue().agent(name));
    }
  }

  @Command(
      description = "Lists the versions of an agent; with VERSION, shows the document of one.",
      mixinStandardHelpOptions = true)
  void versions(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "VERSION", arity = "0..1") @Nullable String version)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      if (version == null) {
        output.output().all(VERSIONS, client.catalogue().agentVersions(name));
      } else {
        output.output().one(VERSION, client.catalogue().agentVersion(name, version));
      }
    }
  }

  @Command(
      description =
          "Tests an agent: submits a run for each case of a file, and compares how it ended.",
      mixinStandardHelpOptions = true)
  int test(
      @Parameters(paramLabel = "FILE", description = "The cases as JSON or YAML.") String file,
      @Option(
              names = "--timeout",
              paramLabel = "TIME",
              defaultValue = "PT10M",
              description = "How long a run may take; by default ${DEFAULT-VALUE}.")
          Duration timeout)
      throws IOException, RepriseException, InterruptedException {
    AgentTest test = AgentTest.of(DocumentFile.object(file));
    PrintWriter err = Objects.requireNonNull(spec, "picocli sets it").commandLine().getErr();
    try (var client = server.patientClient()) {
      List<JsonNode> results = test.carryOut(client, timeout, err);
      output.output().all(AgentTest.COLUMNS, results);
      return AgentTest.hasPassed(results) ? ExitCode.OK.number() : ExitCode.FAILURE.number();
    }
  }

  @Command(
      description = "Checks an agent's document; what is wrong is said on standard error.",
      mixinStandardHelpOptions = true)
  void validate(
      @Parameters(paramLabel = "FILE", description = "The document; - is standard input.")
          String file)
      throws IOException, RepriseException, InterruptedException {
    String document = TextFile.read(file);
    try (var client = server.client()) {
      output.output().one(VALID, client.catalogue().validateAgent(document));
    }
  }
}
