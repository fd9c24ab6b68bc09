package dev.reprise.cli.operation;

import dev.reprise.cli.options.UsualFormat;
import dev.reprise.client.http.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A command that carries out an operation of the API.
 *
 * @param parameters beside those of the operation's path
 * @param variant what is done instead, if one of the arguments is given
 * @param usual in which format it prints if none is asked for; empty for that of the group
 */
public record OperationCommand(
    String name,
    String description,
    Operation operation,
    Answer answer,
    List<Parameter> parameters,
    Optional<Variant> variant,
    Optional<UsualFormat> usual) {

  /**
   * What is done if an argument is given.
   *
   * @param when the member of this argument
   */
  public record Variant(String when, Operation operation, Answer answer) {}

  public OperationCommand {
    parameters = List.copyOf(parameters);
  }

  public static OperationCommand command(
      String name, String description, Operation operation, Answer answer, Parameter... all) {
    return new OperationCommand(
        name, description, operation, answer, List.of(all), Optional.empty(), Optional.empty());
  }

  /** Returns this command with something else that it does if an argument is given. */
  public OperationCommand instead(String when, Operation other, Answer printed) {
    var given = Optional.of(new Variant(when, other, printed));
    return new OperationCommand(name, description, operation, answer, parameters, given, usual);
  }

  /** Returns this command with another answer if {@code --dry-run} is given. */
  public OperationCommand onDryRun(Answer printed) {
    return instead("dryRun", operation, printed);
  }

  public OperationCommand prints(UsualFormat format) {
    return new OperationCommand(
        name, description, operation, answer, parameters, variant, Optional.of(format));
  }

  /** Returns the operations that it carries out. */
  public Stream<Operation> operations() {
    return Stream.concat(Stream.of(operation), variant.stream().map(Variant::operation));
  }

  /**
   * Returns all parameters, those of the path first. What only the path of the variant has may be
   * left out.
   *
   * @param id what {@code id} of a path is called
   */
  List<Parameter> all(String id) {
    List<Parameter> all = new ArrayList<>();
    List<String> path = operation.parameters();
    operations()
        .flatMap(it -> it.parameters().stream())
        .distinct()
        .forEach(it -> all.add(Parameter.ofPath(it, label(it, id), path.contains(it))));
    all.addAll(parameters);
    return all;
  }

  private static String label(String name, String id) {
    return switch (name) {
      case "id" -> id;
      case "sequence" -> "EVENT";
      default -> name.toUpperCase(Locale.ROOT);
    };
  }
}
