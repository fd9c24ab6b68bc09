package dev.reprise.cli;

import dev.reprise.cli.options.NotWaitingException;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.client.http.Problem;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.RepriseException;
import dev.reprise.platform.FailureText;
import dev.reprise.platform.PlainText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Says on standard error why a command failed, and chooses the exit code. */
final class FailureHandler implements IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(Exception thrown, CommandLine command, ParseResult arguments)
      throws Exception {
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
      case IllegalArgumentException e -> failed(FailureText.of(e), err);
      default -> throw thrown; // a fault of this program: picocli prints its stack
    };
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
