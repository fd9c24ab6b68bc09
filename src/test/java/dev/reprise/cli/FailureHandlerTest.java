package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** A fault of the program is said in one line. */
class FailureHandlerTest {

  private final StringWriter err = new StringWriter();

  @Command(name = "x")
  record Failing(Callable<Integer> work) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      return work.call();
    }

    @SuppressWarnings("DoNotCallSuggester") // the parser calls it
    @Command(name = "deep")
    int deep() {
      throw new StackOverflowError();
    }
  }

  @Test
  void aFaultIsOneLineThatSaysWhereItIs() {
    int exit =
        execute(
            () -> {
              throw new NoSuchElementException("No value\npresent");
            });

    assertThat(exit).isEqualTo(1);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString())
        .startsWith(
            "This is a fault of reprise itself, please report it:"
                + " java.util.NoSuchElementException: No value present, at"
                + " dev.reprise.cli.FailureHandlerTest.")
        .contains("(FailureHandlerTest.java:");
  }

  @Test
  void aFaultWithoutAMessageIsToldByItsClass() {
    execute(
        () -> {
          throw new NullPointerException();
        });

    assertThat(err.toString()).contains(" java.lang.NullPointerException, at ");
  }

  @Test
  void aFileThatCannotBeReadIsNoFault() {
    int exit =
        execute(
            () -> {
              throw new UncheckedIOException(new NoSuchFileException("a.yaml"));
            });

    assertThat(exit).isEqualTo(1);
    assertThat(err.toString().strip()).isEqualTo("there is no file a.yaml");
  }

  @Test
  void anErrorIsToldWithoutWhatPicocliAdds() {
    assertThat(execute(() -> 0, "deep")).isEqualTo(1);

    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains(": java.lang.StackOverflowError, at dev.reprise.");
  }

  private int execute(Callable<Integer> work, String... arguments) {
    return new CommandLine(new Failing(work))
        .setErr(new PrintWriter(err))
        .setExecutionExceptionHandler(new FailureHandler())
        .execute(arguments);
  }
}
