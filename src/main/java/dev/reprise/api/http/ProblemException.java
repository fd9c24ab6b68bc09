package dev.reprise.api.http;

import dev.reprise.agent.message.Explained;
import dev.reprise.agent.message.Explanation;
import java.util.List;
import java.util.Optional;

/**
 * A request is not carried out; the response tells the caller why. Tested by {@code
 * ProblemMapperTest}.
 */
public class ProblemException extends RuntimeException {

  private final ProblemType type;
  private final String detail;
  private final transient List<FieldError> errors;
  private final transient List<OpenCall> openCalls;
  private final transient Optional<Explanation> explanation;

  /**
   * @param detail shown to the caller; names what is wrong and what is allowed
   */
  public ProblemException(ProblemType type, String detail) {
    this(type, detail, List.of());
  }

  public ProblemException(ProblemType type, String detail, List<FieldError> errors) {
    this(type, detail, errors, List.of(), Optional.empty());
  }

  /** Creates a refusal that clients can explain in other languages. */
  public ProblemException(ProblemType type, Explained why) {
    this(type, why.sentence(), List.of(), List.of(), Optional.of(why.explanation()));
  }

  private ProblemException(
      ProblemType type,
      String detail,
      List<FieldError> errors,
      List<OpenCall> openCalls,
      Optional<Explanation> explanation) {
    super(type.code() + ": " + detail);
    this.type = type;
    this.detail = detail;
    this.errors = List.copyOf(errors);
    this.openCalls = List.copyOf(openCalls);
    this.explanation = explanation;
  }

  /** Returns the refusal of a person's decision that fits none of the calls that wait for one. */
  public static ProblemException ofDecision(
      ProblemType type, String detail, List<OpenCall> openCalls) {
    return new ProblemException(type, detail, List.of(), openCalls, Optional.empty());
  }

  /** Returns the refusal of one or more values of the body. */
  public static ProblemException of(ProblemType type, List<FieldError> errors) {
    return new ProblemException(
        type,
        errors.size() == 1
            ? errors.getFirst().sentence()
            : errors.size() + " values are not allowed; see errors.",
        errors);
  }

  /** Returns the refusal of a parameter of the query, or of a header. */
  public static ProblemException parameter(String name, String message) {
    return of(ProblemType.INVALID_PARAMETER, List.of(new FieldError(name, message)));
  }

  /** Returns the refusal of a member of the body, or of a field of a form. */
  public static ProblemException invalidValue(String name, String rule) {
    return of(ProblemType.INVALID_VALUE, List.of(new FieldError(name, rule)));
  }

  /** Returns the refusal of an address at which there is nothing for the caller. */
  public static ProblemException notFound(String what) {
    return new ProblemException(ProblemType.NOT_FOUND, what);
  }

  /** Returns the refusal of a run that does not exist for the caller. */
  public static ProblemException noRun(Object id) {
    return notFound("There is no run " + id + ".");
  }

  /** Returns the refusal of a batch that does not exist for the caller. */
  public static ProblemException noBatch(Object id) {
    return notFound("There is no batch " + id + ".");
  }

  /** Returns the refusal of a schedule that does not exist for the caller. */
  public static ProblemException noSchedule() {
    return notFound("There is no schedule of this name.");
  }

  /** Returns the refusal of a webhook that does not exist for the caller. */
  public static ProblemException noWebhook() {
    return notFound("There is no webhook of this id.");
  }

  public ProblemType type() {
    return type;
  }

  public String detail() {
    return detail;
  }

  public List<FieldError> errors() {
    return errors;
  }

  List<OpenCall> openCalls() {
    return openCalls;
  }

  Optional<Explanation> explanation() {
    return explanation;
  }
}
