package dev.reprise.cli.operation;

import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * An argument of a command, and where the request has it. Tested by {@code OperationCommandsTest}.
 *
 * @param names of an option, such as {@code --status}, or the label of another argument
 * @param member of the body, or the name in the query or path
 * @param usual the value if none is given; empty for none
 * @param candidates the values that the shell is to propose
 */
public record Parameter(
    String names,
    Kind kind,
    Place place,
    String member,
    String description,
    boolean isRequired,
    String usual,
    List<String> candidates) {

  public Parameter {
    candidates = List.copyOf(candidates);
  }

  private Parameter(
      String names,
      Kind kind,
      Place place,
      String member,
      String description,
      boolean isRequired,
      String usual) {
    this(names, kind, place, member, description, isRequired, usual, List.of());
  }

  /** Where a request has a value. */
  enum Place {
    PATH,
    QUERY,
    /** A member of the body, or the body itself if the parameter names no member. */
    BODY,
    /** The body itself as a text; the parameter names its media type. */
    TEXT,
    /** Nowhere: how many items of a list are printed. */
    LIMIT,
    /** Nowhere: the file that the answer is written to. */
    FILE,
    /** Nowhere: it chooses a {@link OperationCommand.Variant}. */
    CHOICE
  }

  /** Returns an argument that is a part of the path of the operation. */
  static Parameter ofPath(String name, String label, boolean isRequired) {
    Kind kind =
        switch (name) {
          case "id" -> Kind.ID;
          case "sequence" -> Kind.NUMBER;
          default -> Kind.TEXT;
        };
    return new Parameter(label, kind, Place.PATH, name, "", isRequired, "");
  }

  /** Returns an option of the query. */
  public static Parameter query(String names, String member, String description) {
    return new Parameter(names, Kind.TEXT, Place.QUERY, member, description, false, "");
  }

  /** Returns an option or, under a label, an argument whose value is a member of the body. */
  public static Parameter body(String names, String member, String description) {
    boolean isOption = names.startsWith("-");
    return new Parameter(names, Kind.TEXT, Place.BODY, member, description, !isOption, "");
  }

  /** Returns the argument FILE, whose object is the body. */
  public static Parameter file(String description) {
    return new Parameter("FILE", Kind.OBJECT_FILE, Place.BODY, "", description, true, "");
  }

  /** Returns the argument FILE, whose text is the body. */
  public static Parameter text(String mediaType, String description) {
    return new Parameter("FILE", Kind.TEXT_FILE, Place.TEXT, mediaType, description, true, "");
  }

  /** Returns an option that says how many items of a list are printed. */
  public static Parameter limit(int usual) {
    return new Parameter(
        "--limit",
        Kind.NUMBER,
        Place.LIMIT,
        "limit",
        "How many at most; by default ${DEFAULT-VALUE}.",
        false,
        Integer.toString(usual));
  }

  /** Returns an option that says where an answer is written to. */
  public static Parameter target() {
    String text = "The file; by default standard output.";
    return new Parameter("-f,--file", Kind.TEXT, Place.FILE, "file", text, false, "");
  }

  /** Returns an option for a reason, which may be left out. */
  public static Parameter reason() {
    return body("--reason", "reason", "Is kept in the record.");
  }

  /** Returns an option that shows what would be done, which the API calls {@code dryRun}. */
  public static Parameter dryRun(String description) {
    return body("--dry-run", "dryRun", description).flag();
  }

  /** Returns a parameter that is sent nowhere, and only chooses a variant. */
  public Parameter choice() {
    return new Parameter(
        names, kind, Place.CHOICE, member, description, isRequired, usual, candidates);
  }

  public Parameter required() {
    return new Parameter(names, kind, place, member, description, true, usual, candidates);
  }

  public Parameter optional() {
    return new Parameter(names, kind, place, member, description, false, usual, candidates);
  }

  public Parameter usually(String value) {
    return new Parameter(names, kind, place, member, description, isRequired, value, candidates);
  }

  /**
   * A constant of the API.
   *
   * @param candidates how people type those that the shell is to propose; the description has them
   *     as <code>${COMPLETION-CANDIDATES}</code>
   */
  public Parameter constant(String... candidates) {
    return new Parameter(
        names, Kind.CONSTANT, place, member, description, isRequired, usual, List.of(candidates));
  }

  public Parameter id() {
    return of(Kind.ID);
  }

  public Parameter number() {
    return of(Kind.NUMBER);
  }

  public Parameter decimal() {
    return of(Kind.DECIMAL);
  }

  public Parameter time() {
    return of(Kind.TIME);
  }

  public Parameter texts() {
    return of(Kind.TEXTS);
  }

  /** A flag that is sent only if it is given. */
  public Parameter flag() {
    return of(Kind.FLAG);
  }

  /** A flag that is sent as true or false. */
  public Parameter onOrOff() {
    return of(Kind.SWITCH);
  }

  /** A flag that is sent as false if it is given, else as true. */
  public Parameter inverse() {
    return of(Kind.INVERSE);
  }

  public Parameter objectFile() {
    return of(Kind.OBJECT_FILE);
  }

  public Parameter jsonFile() {
    return of(Kind.JSON_FILE);
  }

  public Parameter textFile() {
    return of(Kind.TEXT_FILE);
  }

  private Parameter of(Kind other) {
    return new Parameter(names, other, place, member, description, isRequired, usual, candidates);
  }

  boolean isOption() {
    return names.startsWith("-");
  }

  /**
   * Returns the argument for picocli.
   *
   * @param position among the arguments that are no options
   */
  ArgSpec spec(int position) {
    return isOption() ? option() : argument(position);
  }

  private ArgSpec argument(int position) {
    PositionalParamSpec.Builder argument =
        PositionalParamSpec.builder()
            .index(Integer.toString(position))
            .paramLabel(names)
            .type(kind.type())
            .description(description)
            .required(isRequired) // picocli infers it from the arity of annotated fields alone
            .arity(isRequired ? "1" : "0..1");
    return (candidates.isEmpty() ? argument : argument.completionCandidates(candidates)).build();
  }

  private ArgSpec option() {
    OptionSpec.Builder option =
        OptionSpec.builder(names.split(",", -1))
            .type(kind.type())
            .description(description)
            .required(isRequired);
    if (!kind.isFlag()) {
      option.arity("1").paramLabel(label());
    }
    if (!candidates.isEmpty()) {
      option.completionCandidates(candidates);
    }
    return (usual.isEmpty() ? option : option.defaultValue(usual)).build();
  }

  private String label() {
    return switch (kind) {
      case TIME -> "TIME";
      case OBJECT_FILE, JSON_FILE, TEXT_FILE -> "FILE";
      default -> "<" + names.replaceFirst(".*--", "") + ">";
    };
  }
}
