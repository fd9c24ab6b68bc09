package dev.reprise.platform;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Places in JSON values, in a part of the language of RFC 9535 that takes time linear in the value:
 * {@code $}, then any number of {@code .name}, {@code ['name']}, {@code [0]}, {@code .*} and {@code
 * [*]}, and of {@code ..} before a name or a star for any depth. No filters, slices and functions.
 *
 * @param text as it was written
 * @param steps at least 1, at most {@link #MAX_STEPS}
 */
public record JsonPath(String text, List<Step> steps) {

  public static final int MAX_STEPS = 30;

  private static final Pattern STEP =
      Pattern.compile(
          "(\\.\\.?)(?:(?<name>[\\p{L}_][\\p{L}\\p{N}_-]*)|(?<star>\\*))"
              + "|(?<deep>\\.\\.)?\\[(?:'(?<quoted>[^'\\\\]+)'|\"(?<doubled>[^\"\\\\]+)\""
              + "|(?<index>\\d{1,9})|(?<all>\\*))]");

  /**
   * One step down.
   *
   * @param deep whether the child may be at any depth below
   * @param child the name of a member or the number of an element; empty for any
   */
  public record Step(boolean deep, Optional<String> child, boolean isIndex) {

    public boolean leadsToMember(String name) {
      return child.isEmpty() || (!isIndex && child.get().equals(name));
    }

    public boolean leadsToElement(int index) {
      return child.isEmpty() || (isIndex && child.get().equals(Integer.toString(index)));
    }
  }

  public JsonPath {
    steps = List.copyOf(steps);
  }

  /**
   * Reads a path.
   *
   * @throws IllegalArgumentException if it is not a path; the message says at which character
   */
  public static JsonPath of(String text) {
    if (!text.startsWith("$")) {
      throw new IllegalArgumentException("'%s' must start with $".formatted(text));
    }
    List<Step> steps = new ArrayList<>();
    Matcher step = STEP.matcher(text);
    int at = 1;
    while (at < text.length()) {
      if (!step.region(at, text.length()).lookingAt()) {
        throw new IllegalArgumentException(
            "'%s' is not understood from character %d on; allowed are .name, ['name'], [0], .*, [*]"
                    .formatted(text, at + 1)
                + " and .. before a name or *");
      }
      steps.add(step(step));
      at = step.end();
    }
    if (steps.isEmpty() || steps.size() > MAX_STEPS) {
      throw new IllegalArgumentException(
          "'%s' has %d steps; 1 to %d are allowed".formatted(text, steps.size(), MAX_STEPS));
    }
    return new JsonPath(text, steps);
  }

  /** Returns whether it matches at most one place. */
  public boolean isDefinite() {
    return steps.stream().noneMatch(step -> step.deep() || step.child().isEmpty());
  }

  /** Returns all matches, each once, in the order in which they start in the value. */
  public List<JsonNode> select(JsonNode value) {
    List<JsonNode> found = new ArrayList<>();
    collect(value, 1, found); // the step number 0
    return found;
  }

  /**
   * @param due the numbers of the steps that may come next, as bits
   */
  private void collect(JsonNode value, int due, List<JsonNode> found) {
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      reach(member.getValue(), next(due, step -> step.leadsToMember(member.getKey())), found);
    }
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      int index = i;
      reach(value.get(i), next(due, step -> step.leadsToElement(index)), found);
    }
  }

  private void reach(JsonNode value, int due, List<JsonNode> found) {
    if ((due & 1 << steps.size()) != 0) {
      found.add(value);
    }
    if (due != 0) {
      collect(value, due, found);
    }
  }

  /** Returns the steps that may come next after those that were due. */
  public int next(int due, Predicate<Step> leadsThere) {
    int next = 0;
    for (int number = 0; number < steps.size(); number++) {
      if ((due & 1 << number) == 0) {
        continue;
      }
      Step step = steps.get(number);
      if (step.deep()) {
        next |= 1 << number;
      }
      if (leadsThere.test(step)) {
        next |= 1 << (number + 1);
      }
    }
    return next;
  }

  private static Step step(Matcher step) {
    boolean deep = "..".equals(step.group(1)) || step.group("deep") != null;
    Optional<String> index = Optional.ofNullable(step.group("index"));
    if (index.isPresent()) {
      return new Step(deep, index.map(digits -> Integer.toString(Integer.parseInt(digits))), true);
    }
    Optional<String> name =
        Optional.ofNullable(step.group("name"))
            .or(() -> Optional.ofNullable(step.group("quoted")))
            .or(() -> Optional.ofNullable(step.group("doubled")));
    return new Step(deep, name, false);
  }

  @Override
  public String toString() {
    return text;
  }
}
