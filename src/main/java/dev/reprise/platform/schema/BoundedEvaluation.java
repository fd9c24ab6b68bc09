package dev.reprise.platform.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import java.util.List;

/**
 * One evaluation of a value by a schema, within bounds of depth, work and errors.
 *
 * <p>The library calls this object before and after each keyword and each subschema, which is where
 * it counts. A recursive schema is evaluated as deep as the value has parts for it. Tested by
 * {@code HostileSchemaTest}.
 */
public final class BoundedEvaluation extends ExecutionContext {

  /**
   * How many keywords and subschemas may be nested in each other. Each takes some frames of the
   * stack, so that all of them fit half of a thread's; a level of a tree that a recursive schema
   * describes takes three or four.
   */
  static final int MAX_DEPTH = 450;

  /**
   * How much work an evaluation may take. A unit is a keyword, a subschema, or a member or item
   * that a keyword looks at: some tens of nanoseconds. A list of 10,000 objects with five described
   * members takes about half of it.
   */
  static final long MAX_WORK = 2_000_000;

  /** How many characters of a text a unit of work looks at. */
  static final int CHARACTERS_PER_UNIT = 8;

  /** An error has a place, and keeps its value. */
  private static final int WORK_OF_ERROR = 100;

  private final List<Error> found;
  private final int maxErrors;
  private long work;
  private int depth;

  private BoundedEvaluation(Schema schema, int maxErrors) {
    super(schema.createExecutionContext().getExecutionConfig());
    this.found = getErrors(); // alternatives collect theirs in lists of their own
    this.maxErrors = maxErrors;
  }

  /**
   * Returns the errors of a value: all, or some more than {@code maxErrors} if there are more.
   *
   * @throws EvaluationLimitException if the evaluation takes too much work or is nested too deeply
   */
  public static List<Error> errors(Schema schema, JsonNode value, int maxErrors) {
    var evaluation = new BoundedEvaluation(schema, maxErrors);
    try {
      schema.validate(evaluation, value);
    } catch (EnoughErrorsException e) {
      return evaluation.found;
    }
    return evaluation.getErrors();
  }

  @Override
  public void evaluationPathAddLast(String token) {
    enter(token.startsWith("unevaluated"));
    super.evaluationPathAddLast(token);
  }

  @Override
  public void evaluationPathAddLast(int token) {
    enter(false);
    super.evaluationPathAddLast(token);
  }

  @Override
  public void evaluationPathRemoveLast() {
    depth--;
    super.evaluationPathRemoveLast();
  }

  private void enter(boolean looksBack) {
    if (found.size() > maxErrors) {
      throw new EnoughErrorsException();
    }
    if (++depth > MAX_DEPTH) {
      throw new EvaluationLimitException(
          "more than %d of the schema's keywords and subschemas would be nested in each other"
              .formatted(MAX_DEPTH));
    }
    charge(looksBack ? 1 + work / 64 : 1); // at what earlier keywords have noted
  }

  void charge(long units) {
    work += units;
    if (work > MAX_WORK) {
      throw new EvaluationLimitException(
          "the schema and the value are too large for each other: more than %d steps"
              .formatted(MAX_WORK));
    }
  }

  @Override
  public void addError(Error error) {
    charge(WORK_OF_ERROR);
    super.addError(error);
  }

  /** Ends an evaluation early. */
  private static final class EnoughErrorsException extends RuntimeException {

    EnoughErrorsException() {
      super("enough errors were found", null, false, false);
    }
  }
}
