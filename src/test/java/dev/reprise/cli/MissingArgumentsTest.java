package dev.reprise.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command that lacks an argument says which one, and sends nothing. */
class MissingArgumentsTest extends AgainstScriptedServer {

  private static final CommandLine PROGRAM = Main.commandLine();
  private static final String ID = "0198a000-0000-7000-8000-000000000001";

  static Stream<CommandLine> leaves(CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? Stream.of(command)
        : command.getSubcommands().values().stream().flatMap(MissingArgumentsTest::leaves);
  }

  /** Returns each command that must have arguments. */
  static Stream<CommandLine> commands() {
    return leaves(PROGRAM).filter(it -> !required(it).isEmpty());
  }

  /** Returns the same, with how many of the arguments are given. */
  static Stream<Arguments> incomplete() {
    return commands()
        .flatMap(
            it ->
                IntStream.range(0, required(it).size())
                    .mapToObj(given -> Arguments.of(Named.of(name(it), it), given)));
  }

  @ParameterizedTest
  @MethodSource("incomplete")
  void areNamed(CommandLine command, int given) {
    List<PositionalParamSpec> required = required(command);
    List<String> words = new ArrayList<>(requiredOptions(command));
    required.subList(0, given).forEach(it -> words.add(value(it)));

    refused(command, words);

    List<String> missing =
        required.subList(given, required.size()).stream().map(ArgSpec::paramLabel).toList();
    assertThat(err.toString().lines())
        .containsExactly(
            "Missing required parameter%s: %s"
                .formatted(
                    missing.size() == 1 ? "" : "s",
                    missing.stream().map("'%s'"::formatted).collect(joining(", "))),
            "Try 'reprise %s --help'.".formatted(name(command)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void areNamedToWhoeverGivesNoneAtAll(CommandLine command) {
    refused(command, List.of());

    assertThat(err.toString())
        .startsWith("Missing required ")
        .contains(required(command).stream().map(ArgSpec::paramLabel).toList())
        .doesNotContain("java.", "\tat ");
  }

  private void refused(CommandLine command, List<String> arguments) {
    List<String> words = new ArrayList<>(List.of(name(command).split(" ")));
    words.addAll(arguments);
    if (command.getCommandSpec().optionsMap().containsKey("--server")) {
      words.addAll(List.of("--server", server.address().toString(), "--api-key", "k"));
    }

    int exit =
        PROGRAM
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(words.toArray(String[]::new));

    assertThat(exit).as("%s", err).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(server.asked()).isEmpty();
  }

  static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName().replaceFirst("^reprise ", "");
  }

  private static List<PositionalParamSpec> required(CommandLine command) {
    return command.getCommandSpec().positionalParameters().stream()
        .filter(it -> it.arity().min() > 0)
        .toList();
  }

  private static List<String> requiredOptions(CommandLine command) {
    List<String> words = new ArrayList<>();
    Stream<OptionSpec> ofGroups =
        command.getCommandSpec().argGroups().stream()
            .filter(it -> it.multiplicity().min() > 0)
            .map(ArgGroupSpec::options)
            .map(List::getFirst);
    Stream.concat(command.getCommandSpec().options().stream().filter(ArgSpec::required), ofGroups)
        .distinct()
        .forEach(
            option -> {
              words.add(option.longestName());
              if (option.arity().max() > 0) {
                words.add(value(option));
              }
            });
    return words;
  }

  private static String value(ArgSpec argument) {
    Class<?> type = argument.type();
    if (type.isEnum()) {
      return type.getEnumConstants()[0].toString();
    }
    if (type == UUID.class) {
      return ID;
    }
    return Number.class.isAssignableFrom(type) ? "1" : "2026-01-31T12:00:00Z";
  }
}
