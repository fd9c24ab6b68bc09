package dev.reprise.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.model.InvalidModelOptionsException.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * Reads an agent's options for a provider and collects all problems. Each option may be absent.
 * Tested by {@code AnthropicProviderTest}.
 */
public final class OptionReader {

  private final JsonNode options;
  private final TreeSet<String> known = new TreeSet<>();
  private final List<Problem> problems = new ArrayList<>();

  /**
   * @throws InvalidModelOptionsException if this is not a JSON object
   */
  public OptionReader(JsonNode options) {
    if (!options.isObject()) {
      throw new InvalidModelOptionsException("", "the options of a model must be an object");
    }
    this.options = options;
  }

  /** Returns a number from {@code min} to {@code max}. */
  public Optional<Double> number(String name, double min, double max) {
    return read(
        name,
        value -> value.isNumber() && value.doubleValue() >= min && value.doubleValue() <= max,
        "must be a number from %s to %s".formatted(min, max),
        JsonNode::doubleValue);
  }

  /** Returns a whole number from {@code min} to {@code max}. */
  public Optional<Integer> whole(String name, int min, int max) {
    return read(
        name,
        value ->
            value.isIntegralNumber()
                && value.canConvertToInt()
                && value.intValue() >= min
                && value.intValue() <= max,
        "must be a whole number from %d to %d".formatted(min, max),
        JsonNode::intValue);
  }

  /** Returns a truth value. */
  public Optional<Boolean> flag(String name) {
    return read(name, JsonNode::isBoolean, "must be true or false", JsonNode::booleanValue);
  }

  /** Returns one of these words. */
  public Optional<String> word(String name, List<String> words) {
    return read(
        name,
        value -> value.isTextual() && words.contains(value.textValue()),
        "must be one of " + String.join(", ", words),
        JsonNode::textValue);
  }

  /**
   * Returns a list of at most {@code max} texts of 1 to 200 characters; empty if the option is
   * absent.
   */
  public List<String> texts(String name, int max) {
    return read(
            name,
            value ->
                value.isArray()
                    && value.size() <= max
                    && StreamSupport.stream(value.spliterator(), false)
                        .allMatch(OptionReader::fits),
            "must be a list of at most %d texts of 1 to 200 characters".formatted(max),
            OptionReader::textsOf)
        .orElse(List.of());
  }

  private static boolean fits(JsonNode text) {
    return text.isTextual() && !text.textValue().isEmpty() && text.textValue().length() <= 200;
  }

  private static List<String> textsOf(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.textValue()));
    return texts;
  }

  private <T> Optional<T> read(
      String name, Predicate<JsonNode> isRight, String rule, Function<JsonNode, T> reading) {
    known.add(name);
    JsonNode value = options.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!isRight.test(value)) {
      problems.add(new Problem(name, rule));
      return Optional.empty();
    }
    return Optional.of(reading.apply(value));
  }

  /**
   * Adds a problem that a single option does not show, such as two options that exclude each other.
   */
  public void refuse(String name, String reason) {
    problems.add(new Problem(name, reason));
  }

  /**
   * Ends the reading: an option that was not read is a problem.
   *
   * @throws InvalidModelOptionsException if there are problems
   */
  public void refuseUnknown() {
    for (Map.Entry<String, JsonNode> option : options.properties()) {
      if (!known.contains(option.getKey())) {
        problems.add(
            new Problem(
                option.getKey(), "is not allowed here; allowed are " + String.join(", ", known)));
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidModelOptionsException(problems);
    }
  }
}
