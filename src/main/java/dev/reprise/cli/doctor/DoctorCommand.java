package dev.reprise.cli.doctor;

import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.cli.output.Output;
import dev.reprise.cli.output.OutputFormat;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.RetryPolicy;
import dev.reprise.platform.PlainText;
import dev.reprise.platform.document.DocumentSchema;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Says what is wrong with a server. */
@Command(
    name = "doctor",
    description =
        "Says what is wrong with a server or its configuration, and what to do about it. The exit"
            + " code is 1 if something does not work; warnings alone leave it 0.",
    mixinStandardHelpOptions = true)
public final class DoctorCommand implements Callable<Integer> {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** A server that does not answer is a finding, not something to wait for. */
  private static final RetryPolicy ONCE = new RetryPolicy(1, Duration.ZERO, Duration.ZERO);

  private static final Columns FINDING =
      Columns.of("SEVERITY /severity, FINDING /finding, REMEDY /remedy");

  @Spec @Nullable CommandSpec spec;

  @Mixin ServerOptions server = new ServerOptions();

  @Option(
      names = "--file",
      paramLabel = "KIND=FILE",
      converter = KindOfFile.class,
      description =
          "Checks files for a server instead, and asks none. KIND is mcp-servers, tool-policy,"
              + " prices, redaction, retention, agent, contract or artifact.")
  Map<DocumentSchema, Path> files = Map.of();

  @Option(
      names = "--production",
      description =
          "Also checks what production needs. As an auditor or admin; what a lesser login may not"
              + " see is not checked, which is said.")
  boolean isProduction;

  @Mixin OutputOptions output = new OutputOptions();

  /** Reads the name of a schema. */
  static final class KindOfFile implements ITypeConverter<DocumentSchema> {
    @Override
    public DocumentSchema convert(String name) {
      return DocumentSchema.named(name)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "must be one of %s, not '%s'"
                          .formatted(
                              DocumentSchema.all().stream()
                                  .map(DocumentSchema::schemaName)
                                  .sorted()
                                  .collect(Collectors.joining(", ")),
                              name)));
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    if (!files.isEmpty()) {
      if (isProduction) {
        throw new ParameterException(
            line(), "--production asks a server, and --file does not: give one of them");
      }
      return said(
          files.entrySet().stream()
              .flatMap(it -> FileCheck.findings(it.getKey(), it.getValue()).stream())
              .toList(),
          "these files");
    }
    Connection chosen = server.connection();
    var connection = new Connection(chosen.server(), chosen.credentials(), TIMEOUT);
    List<Finding> findings;
    try (var client = new RepriseClient(connection, ONCE)) {
      findings =
          new Diagnosis(
                  connection,
                  client,
                  Clock.systemUTC(),
                  isProduction ? checks().with(ProductionChecks.ALL) : checks(),
                  line -> err().println(PlainText.of(line)))
              .findings();
    }
    return said(findings, connection.server().toString());
  }

  /** Prints the findings about something, and returns the exit code. */
  private int said(List<Finding> findings, String subject) {
    print(findings);
    if (findings.isEmpty()) {
      err().println("nothing is wrong with " + subject);
    }
    return findings.stream().anyMatch(it -> it.severity() == Severity.ERROR)
        ? ExitCode.FAILURE.number()
        : ExitCode.OK.number();
  }

  private PrintWriter err() {
    return line().getErr();
  }

  private CommandLine line() {
    return Objects.requireNonNull(spec, "picocli sets it").commandLine();
  }

  static Diagnosis.Checks checks() {
    return new Diagnosis.Checks(
        ReadinessChecks.ALL,
        Stream.concat(OperationsChecks.ALL.stream(), CatalogueChecks.ALL.stream()).toList());
  }

  /** Sentences are too long for a table, so each finding has its lines. */
  private void print(List<Finding> findings) {
    Output printed = output.output();
    if (printed.format() == OutputFormat.TABLE) {
      findings.forEach(it -> printed.one(FINDING, it.json()));
    } else {
      printed.all(FINDING, findings.stream().map(Finding::json).toList());
    }
  }
}
