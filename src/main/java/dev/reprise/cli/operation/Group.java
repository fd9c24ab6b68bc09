package dev.reprise.cli.operation;

import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.options.UsualFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A noun of the command line, and its commands.
 *
 * @param id what its commands call the id in the path of an operation
 * @param usual in which format its commands print if none is asked for
 * @param written an object with the commands that are not in the table, and the options of all
 */
public record Group(
    String name,
    String description,
    String id,
    UsualFormat usual,
    Optional<Object> written,
    List<OperationCommand> commands) {

  public Group {
    commands = List.copyOf(commands);
  }

  /** Returns a group of which the table has all commands. */
  public static Group of(String name, String description, String id, OperationCommand... all) {
    return new Group(
        name, description, id, UsualFormat.TABLE_OR_JSON, Optional.empty(), List.of(all));
  }

  /**
   * Returns a group of which an object has the other commands, with the options of the server and
   * of the output in fields of these names.
   */
  public static Group of(Object written, String id, OperationCommand... all) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(written);
    String text = String.join(" ", spec.usageMessage().description());
    return new Group(
        spec.name(), text, id, UsualFormat.TABLE_OR_JSON, Optional.of(written), List.of(all));
  }

  public Group prints(UsualFormat format) {
    return new Group(name, description, id, format, written, commands);
  }

  /** Adds the group to a program. */
  public void addTo(CommandLine program) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(written.orElseGet(Options::new));
    spec.usageMessage().description(description);
    for (OperationCommand command : commands) {
      var call =
          new OperationCall(
              command,
              command.all(id),
              mixin(spec, "server", ServerOptions.class),
              mixin(spec, "output", OutputOptions.class),
              command.usual().orElse(usual));
      spec.addSubcommand(command.name(), call.describe(CommandSpec.wrapWithoutInspection(call)));
    }
    program.addSubcommand(name, spec);
  }

  private static <T> T mixin(CommandSpec spec, String name, Class<T> type) {
    CommandSpec mixin = Objects.requireNonNull(spec.mixins().get(name), name);
    return type.cast(mixin.userObject());
  }

  /** The options of a group of which the table has all commands. */
  @Command(synopsisSubcommandLabel = "COMMAND", mixinStandardHelpOptions = true)
  static final class Options {

    @Mixin ServerOptions server = new ServerOptions();

    @Mixin OutputOptions output = new OutputOptions();
  }
}
