package dev.reprise.cli;

import dev.reprise.cli.options.NotWaitingException;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.http.Problem;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.RepriseException;
import dev.reprise.platform.Causes;
import dev.reprise.platform.FailureText;
import dev.reprise.platform.PlainText;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SchemaException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.flywaydb.core.api.FlywayException;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Says on standard error why a command failed, and chooses the exit code. */
final class FailureHandler implements IExecutionExceptionHandler {

  private static final String PROGRAM = "dev.reprise.";

  @Override
  public int handleExecutionException(
      Exception thrown, CommandLine command, ParseResult arguments) {
    PrintWriter err = command.getErr();
    return switch (thrown) {
      case ParameterException wrong -> throw wrong; // picocli says what is right
      case RepriseException e -> {
        say(e, err);
        yield ExitCode.of(e).number();
      }
      case NotWaitingException e -> {
        err.println(PlainText.of(Objects.requireNonNullElse(e.getMessage(), "")));
        yield ExitCode.CONFLICT.number();
      }
      case TimeoutException ignored -> {
        err.println("not within the time of --timeout");
        yield ExitCode.TIMEOUT.number();
      }
      case IOException e -> failed(FailureText.of(e), err);
      case UncheckedIOException e ->
          failed(FailureText.of(Objects.requireNonNull(e.getCause())), err);
      case IllegalArgumentException e -> failed(FailureText.of(e), err);
      case SchemaException e -> failed("the database: " + FailureText.of(e), err);
      case DatabaseException e -> failed(FailureText.of(e), err);
      case FlywayException e -> failed(FailureText.of(ofDatabase(e)), err);
      case ExecutionException e when e.getCause() != null -> failed(fault(e.getCause()), err);
      default -> failed(fault(thrown), err);
    };
  }

  /** Returns what to report: what is thrown, and the first place of this program on its stack. */
  private static String fault(Throwable thrown) {
    String place =
        Stream.of(thrown.getStackTrace())
            .filter(it -> it.getClassName().startsWith(PROGRAM))
            .findFirst()
            .map(it -> ", at " + it)
            .orElse("");
    return "This is a fault of reprise itself, please report it: " + thrown + place;
  }

  /** Flyway repeats what the database says, with the URL and the state, on several lines. */
  private static Throwable ofDatabase(FlywayException e) {
    return Causes.first(e, SQLException.class).<Throwable>map(it -> it).orElse(e);
  }

  private static int failed(String why, PrintWriter err) {
    err.println(PlainText.of(why));
    return ExitCode.FAILURE.number();
  }

  private static void say(RepriseException e, PrintWriter err) {
    err.println(PlainText.of(e.getMessage()));
    if (e instanceof ProblemException refused) {
      for (Problem.FieldError error : refused.problem().errors()) {
        String place =
            error.place().map(it -> "%d:%d: ".formatted(it.line(), it.column())).orElse("");
        String path = error.path().isEmpty() ? "" : error.path() + ": ";
        err.println(PlainText.of("  %s%s%s".formatted(place, path, error.message())));
      }
    }
  }
}
