package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A value that an option or argument cannot have is refused with what it may be. */
class TypedArgumentsTest extends AgainstScriptedServer {

  private static final String RUN = "0198a000-0000-7000-8000-000000000001";

  /** Is no number, time, address, key or constant. */
  private static final String WRONG = "no such";

  private static final CommandLine PROGRAM = Main.commandLine();

  /** Of which each text is a value. */
  private static final Set<Class<?>> TEXTS =
      Set.of(String.class, String[].class, boolean.class, Path.class);

  static Stream<Arguments> options() {
    return MissingArgumentsTest.leaves(PROGRAM)
        .flatMap(
            command ->
                command.getCommandSpec().options().stream()
                    .filter(TypedArgumentsTest::isTyped)
                    .map(OptionSpec::longestName)
                    .map(it -> Arguments.of(MissingArgumentsTest.name(command), it)));
  }

  static Stream<Arguments> arguments() {
    return MissingArgumentsTest.leaves(PROGRAM)
        .flatMap(
            command ->
                command.getCommandSpec().positionalParameters().stream()
                    .filter(TypedArgumentsTest::isTyped)
                    .map(PositionalParamSpec::index)
                    .map(it -> Arguments.of(MissingArgumentsTest.name(command), it.min())));
  }

  private static boolean isTyped(ArgSpec argument) {
    return !TEXTS.contains(argument.type());
  }

  @ParameterizedTest
  @MethodSource("options")
  void saysWhatAnOptionMayBe(String command, String option) {
    refuses(command, option + "=" + WRONG);
    assertThat(err.toString()).contains(option);
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void saysWhatAnArgumentMayBe(String command, int index) {
    List<String> words = new ArrayList<>(Collections.nCopies(index, RUN));
    words.add(WRONG);

    refuses(command, words.toArray(String[]::new));
  }

  private void refuses(String command, String... arguments) {
    int exit =
        PROGRAM
            .setErr(new PrintWriter(err))
            .execute(
                Stream.concat(Stream.of(command.split(" ")), Stream.of(arguments))
                    .toArray(String[]::new));

    assertThat(exit).as("%s", err).isEqualTo(2);
    assertThat(err.toString())
        .containsPattern("must be|must have|should be|expected one of")
        .doesNotContain("java.", "Exception", "class ", " is not a");
    assertThat(err.toString().lines()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run submit a -w w --usd abc     | must be a number such as 1.50; it is 'abc'",
        "run submit a -w w --tokens 1.5  | must be a whole number; it is '1.5'",
        "run list --limit 9999999999     | must be a whole number from -2147483648 to 2147483647; it is",
        "run events R --after 1e3        | must be a whole number; it is '1e3'",
        "run checkpoints R x             | must be a whole number; it is 'x'",
        "batch approve R --usd $1        | must be a number such as 1.50; it is '$1'",
      })
  void saysWhichNumbersAreAllowed(String command, String message) {
    refused(command.replace(" R ", " " + RUN + " "), message);
  }

  @ParameterizedTest
  @CsvSource({"run list --status unknown", "bulk act cancel --dry-run --status UNKNOWN"})
  void offersNoStatusThatNoRunHas(String command) {
    refused(
        command,
        "must be one of queued, running, waiting, paused, completed, failed, cancelled, dead-letter;"
            + " it is '");
    assertThat(err.toString().replaceFirst("it is '.*", "")).doesNotContainIgnoringCase("unknown");
  }

  private void refused(String command, String message) {
    assertThat(execute(command.split(" +"))).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(server.asked()).isEmpty();
  }
}
