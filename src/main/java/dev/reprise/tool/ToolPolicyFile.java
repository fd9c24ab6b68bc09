package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.SettingsFile;
import dev.reprise.resilience.RetryOverride;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rules for tools that an operator wrote: a list of {@code {name, dangerous, category, tags,
 * retry}}, at most 100.
 */
final class ToolPolicyFile {

  private static final int MAX_RULES = 100;
  private static final String PATTERN = "[a-z0-9_*]{1,64}";
  private static final String WORD = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  private final SettingsFile file;

  private ToolPolicyFile(Path file) {
    this.file = SettingsFile.read(ToolPolicy.FILE, file);
  }

  /**
   * Reads the rules, in their order.
   *
   * @throws IllegalArgumentException if they cannot be read or say something that is not allowed;
   *     names the file, the place in it, and what is allowed
   */
  static List<ToolRule> read(Path file) {
    return new ToolPolicyFile(file).rules();
  }

  private List<ToolRule> rules() {
    JsonNode tree = file.list(MAX_RULES, "rules");
    List<ToolRule> rules = new ArrayList<>();
    for (int i = 0; i < tree.size(); i++) {
      rules.add(rule("rules[%d]".formatted(i), tree.get(i)));
    }
    return rules;
  }

  private ToolRule rule(String place, JsonNode rule) {
    file.members(place, rule, Set.of("name", "dangerous", "category", "tags", "retry"));
    return new ToolRule(
        text(
            place + ".name",
            rule.path("name"),
            PATTERN,
            "is a tool's name, in which * stands for any characters"),
        yesOrNo(place + ".dangerous", rule.path("dangerous")),
        text(place + ".category", rule.path("category"), WORD, "is one word"),
        tags(place + ".tags", rule.path("tags")),
        retry(place + ".retry", rule.path("retry")));
  }

  private Optional<String> text(String place, JsonNode text, String pattern, String what) {
    if (text.isMissingNode()) {
      return Optional.empty();
    }
    if (!text.isTextual() || !text.asText().matches(pattern)) {
      throw file.wrong(place, what);
    }
    return Optional.of(text.asText());
  }

  private Optional<Boolean> yesOrNo(String place, JsonNode value) {
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    if (!value.isBoolean()) {
      throw file.wrong(place, "is true or false");
    }
    return Optional.of(value.asBoolean());
  }

  private Set<String> tags(String place, JsonNode tags) {
    if (!tags.isMissingNode() && !tags.isArray()) {
      throw file.wrong(place, "is a list of words");
    }
    Set<String> words = new HashSet<>();
    for (JsonNode tag : tags) {
      words.add(text(place, tag, WORD, "is a list of words").orElseThrow());
    }
    return words;
  }

  private Optional<RetryOverride> retry(String place, JsonNode retry) {
    if (retry.asText().equals("never")) {
      return Optional.empty();
    }
    if (!retry.isObject()) {
      throw file.wrong(
          place, "is 'never', or an object of attempts, strategy, baseDelay and maxDelay");
    }
    file.members(place, retry, Set.of("attempts", "strategy", "baseDelay", "maxDelay"));
    Optional<Integer> attempts = number(place + ".attempts", retry.path("attempts"));
    Optional<String> strategy =
        text(place + ".strategy", retry.path("strategy"), WORD, "is a word");
    Optional<Duration> base = duration(place + ".baseDelay", retry.path("baseDelay"));
    Optional<Duration> most = duration(place + ".maxDelay", retry.path("maxDelay"));
    try {
      return Optional.of(new RetryOverride(attempts, strategy, base, most));
    } catch (IllegalArgumentException e) {
      throw file.wrong(place, "does not work: " + e.getMessage());
    }
  }

  private Optional<Integer> number(String place, JsonNode number) {
    if (number.isMissingNode()) {
      return Optional.empty();
    }
    if (!number.isIntegralNumber() || !number.canConvertToInt()) {
      throw file.wrong(place, "is a whole number");
    }
    return Optional.of(number.asInt());
  }

  private Optional<Duration> duration(String place, JsonNode duration) {
    if (duration.isMissingNode()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Duration.parse(duration.asText()));
    } catch (DateTimeParseException e) {
      throw file.wrong(place, "is an ISO-8601 duration such as PT1S");
    }
  }
}
