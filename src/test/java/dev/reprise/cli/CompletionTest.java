package dev.reprise.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.run.state.RunStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The shell is offered the values that an argument may have, and no others. */
class CompletionTest {

  @Test
  void knowsTheKindsOfKillSwitches() {
    ArgSpec kind = command("kill-switch", "set").positionalParameters().getFirst();

    assertThat(candidates(kind)).isEqualTo(typed(KillSwitch.Kind.values()));
    assertThat(String.join("", kind.description()))
        .contains(String.join(", ", candidates(kind)), "tool and agent need a name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run list", "bulk act"})
  void knowsTheStatusesOfRuns(String command) {
    ArgSpec status = command(command.split(" ")).findOption("--status");

    assertThat(candidates(requireNonNull(status))).isEqualTo(typed(RunStatus.values()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void proposesThem(String shell) {
    String script = script(shell);

    assertThat(script)
        .contains("stored-code", "code-reuse", "dead-letter")
        .doesNotContain("UNKNOWN");
  }

  @Test
  void proposesValuesOfOptionsAndArgumentsInFish() {
    assertThat(script("fish").lines())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith(
                        "complete -c reprise -n '__reprise_is kill-switch set' -f"
                            + " -a 'model-calls dangerous-tools "))
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith(
                        "complete -c reprise -n '__reprise_in run list' -l status"
                            + " -r -f -a 'queued running "));
  }

  private static String script(String shell) {
    var out = new StringWriter();
    assertThat(Main.commandLine().setOut(new PrintWriter(out)).execute("completion", shell))
        .isZero();
    return out.toString();
  }

  private static CommandSpec command(String... words) {
    CommandLine command = Main.commandLine();
    for (String word : words) {
      command = requireNonNull(command.getSubcommands().get(word));
    }
    return command.getCommandSpec();
  }

  private static List<String> candidates(ArgSpec argument) {
    return StreamSupport.stream(argument.completionCandidates().spliterator(), false).toList();
  }

  /** Returns constants as people type them. */
  private static List<String> typed(Enum<?>... constants) {
    return Arrays.stream(constants)
        .map(it -> it.name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .toList();
  }
}
