package dev.reprise.api.approval;

import dev.reprise.api.control.AnswerRequest;
import dev.reprise.api.control.DecisionRequest;
import dev.reprise.api.control.ModelCallDecisionRequest;
import dev.reprise.api.control.SeenCall;
import dev.reprise.api.http.ProblemException;
import jakarta.ws.rs.core.MultivaluedMap;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The fields of a form on the page about a run's calls. */
record DecisionForm(MultivaluedMap<String, String> fields) {

  /** The field of a decision about a model call: what it is expected to cost. */
  static final String NEEDED = "needed";

  /** Its value if that is not known. */
  static final String UNKNOWN = "unknown";

  private static final int MAX_REASON = 1_000;
  private static final int MAX_ANSWER = 10_000;
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,12})?");
  private static final Pattern NOT_ONE_LINE = Pattern.compile("[\\p{Cntrl}\\p{Cs}]");

  /** What a person decides. */
  enum Decision {
    APPROVE,
    DENY,
    ANSWER;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Decision decision() {
    return Arrays.stream(Decision.values())
        .filter(it -> it.word().equals(fields.getFirst("decision")))
        .findFirst()
        .orElseThrow(
            () -> ProblemException.invalidValue("decision", "must be approve, deny or answer"));
  }

  String call() {
    return given("call");
  }

  /** Returns whether the decision is about a model call, and not about a tool call. */
  boolean isAboutModelCall() {
    return fields.containsKey(NEEDED);
  }

  ModelCallDecisionRequest modelCallRequest() {
    String needed = given(NEEDED);
    return new ModelCallDecisionRequest(
        needed.equals(UNKNOWN) ? null : amount(needed), reason().orElse(null));
  }

  DecisionRequest decisionRequest() {
    return new DecisionRequest(seen(), reason().orElse(null), null);
  }

  private Optional<String> reason() {
    String text = Optional.ofNullable(fields.getFirst("reason")).map(String::strip).orElse("");
    if (text.length() > MAX_REASON || NOT_ONE_LINE.matcher(text).find()) {
      throw ProblemException.invalidValue(
          "reason", "must be one line of at most %d characters".formatted(MAX_REASON));
    }
    return Optional.of(text).filter(it -> !it.isEmpty());
  }

  AnswerRequest answerRequest() {
    String text = given("answer");
    if (text.length() > MAX_ANSWER) {
      throw ProblemException.invalidValue(
          "answer", "must have at most %d characters".formatted(MAX_ANSWER));
    }
    return new AnswerRequest(seen(), text);
  }

  private SeenCall seen() {
    String hash = given("digest");
    if (!DIGEST.matcher(hash).matches()) {
      throw ProblemException.invalidValue("digest", "must be 64 hexadecimal digits");
    }
    return new SeenCall(given("phase"), number(given("iteration")), hash);
  }

  private static BigDecimal amount(String text) {
    if (!AMOUNT.matcher(text).matches()) {
      throw ProblemException.invalidValue(NEEDED, "must be an amount of US dollars");
    }
    return new BigDecimal(text);
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw ProblemException.invalidValue("iteration", "must be a whole number");
    }
  }

  /**
   * Returns the value of a field.
   *
   * @throws ProblemException if it is missing
   */
  private String given(String field) {
    String value = fields.getFirst(field);
    if (value == null || value.isBlank()) {
      throw ProblemException.invalidValue(field, "is missing");
    }
    return value;
  }
}
