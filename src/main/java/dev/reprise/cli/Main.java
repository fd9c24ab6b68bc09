package dev.reprise.cli;

import dev.reprise.cli.doctor.DoctorCommand;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.cli.run.RunCommand;
import dev.reprise.client.http.IdempotencyKey;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program {@code reprise}: it writes data to standard output, all else to standard error. */
@Command(
    name = "reprise",
    description = "Works with Reprise.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    subcommands = {
      RunCommand.class,
      ApprovalCommand.class,
      BatchCommand.class,
      BulkCommand.class,
      ScheduleCommand.class,
      AgentCommand.class,
      ToolCommand.class,
      BudgetCommand.class,
      KeyCommand.class,
      WebhookCommand.class,
      KillSwitchCommand.class,
      MaintenanceCommand.class,
      AuditCommand.class,
      DoctorCommand.class,
      VerifyCommand.class,
      ConfigurationCommand.class,
      ArtifactsCommand.class,
      BaselineCommand.class,
      CompletionCommand.class
    })
final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(
        commandLine()
            .setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8))
            .setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8))
            .execute(arguments));
  }

  /** Returns the program; {@link ExitCode} says how it ends. */
  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .registerConverter(Duration.class, UsageErrorHandler::duration)
        .registerConverter(Instant.class, UsageErrorHandler::time)
        .registerConverter(URI.class, UsageErrorHandler::address)
        .registerConverter(UUID.class, UsageErrorHandler::id)
        .registerConverter(IdempotencyKey.class, UsageErrorHandler::key)
        .setParameterExceptionHandler(new UsageErrorHandler())
        .setExecutionExceptionHandler(new FailureHandler());
  }
}
