package dev.reprise.cli.options;

import dev.reprise.cli.output.Output;
import dev.reprise.cli.output.OutputFormat;
import dev.reprise.cli.output.Terminal;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** In which form a command prints. */
public final class OutputOptions {

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      scope = ScopeType.INHERIT,
      description = "table, json, jsonl or yaml; by default table on a terminal, else json.")
  @Nullable OutputFormat format;

  /** Returns the format that the command asks for. */
  public Optional<OutputFormat> format() {
    return Optional.ofNullable(format);
  }

  /** Returns where the command prints what is no answer. */
  public PrintWriter err() {
    return commandLine().getErr();
  }

  /** Returns where the command prints. */
  public Output output() {
    return output(UsualFormat.TABLE_OR_JSON);
  }

  /** Returns where the command prints, in this format unless it asks for another. */
  public Output output(UsualFormat usual) {
    return new Output(
        commandLine().getOut(),
        format().orElseGet(() -> usual.format(Terminal.ofThisProcess().isTerminal())));
  }

  private CommandLine commandLine() {
    return Objects.requireNonNull(spec, "picocli sets it").commandLine();
  }
}
