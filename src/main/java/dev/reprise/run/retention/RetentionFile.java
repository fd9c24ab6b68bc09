package dev.reprise.run.retention;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.SettingsFile;
import dev.reprise.run.state.RunStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules that an operator wrote, in YAML or JSON: a list of {@code {tenant, agent, status,
 * keep}}, at most 100, in a file of at most 256 KiB.
 */
final class RetentionFile {

  private static final int MAX_RULES = 100;
  private static final Duration LONGEST = Duration.ofDays(36_500);
  static final String AGES = "a positive ISO-8601 duration such as P7D, at most P36500D";
  private static final String NAMES = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  private final SettingsFile file;

  private RetentionFile(Path file) {
    this.file = SettingsFile.read("reprise.retention.file", file);
  }

  /**
   * Reads the rules, in their order.
   *
   * @throws IllegalArgumentException if they cannot be read or say something that is not allowed;
   *     names the file, the place in it, and what is allowed
   */
  static List<RetentionRule> read(Path file) {
    return new RetentionFile(file).rules();
  }

  private List<RetentionRule> rules() {
    JsonNode tree = file.list(MAX_RULES, "rules");
    List<RetentionRule> rules = new ArrayList<>();
    for (int i = 0; i < tree.size(); i++) {
      rules.add(rule("rules[%d]".formatted(i), tree.get(i)));
    }
    return rules;
  }

  private RetentionRule rule(String path, JsonNode rule) {
    file.members(path, rule, Set.of("tenant", "agent", "status", "keep"));
    return new RetentionRule(
        path,
        name(path + ".tenant", rule.path("tenant")),
        name(path + ".agent", rule.path("agent")),
        status(path + ".status", rule.path("status")),
        keep(path + ".keep", rule.path("keep")));
  }

  private Optional<String> name(String path, JsonNode name) {
    if (name.isMissingNode()) {
      return Optional.empty();
    }
    if (!name.isTextual() || !name.asText().matches(NAMES)) {
      throw file.wrong(path, "is a name: 1 to 64 letters, digits, '.', '_' or '-'");
    }
    return Optional.of(name.asText());
  }

  private Optional<RunStatus> status(String path, JsonNode status) {
    if (status.isMissingNode()) {
      return Optional.empty();
    }
    List<RunStatus> ends = Arrays.stream(RunStatus.values()).filter(RunStatus::isEnded).toList();
    return Optional.of(
        ends.stream()
            .filter(end -> end.name().equals(status.asText()))
            .findFirst()
            .orElseThrow(
                () ->
                    file.wrong(
                        path,
                        ends.stream()
                            .map(RunStatus::name)
                            .collect(Collectors.joining(", ", "is one of ", "")))));
  }

  private RetentionLimits keep(String path, JsonNode keep) {
    if (keep.asText().equals("forever")) {
      return RetentionLimits.FOREVER;
    }
    if (!keep.isObject() || keep.isEmpty()) {
      throw file.wrong(path, "is 'forever', or has one or more of age, bytes, count");
    }
    file.members(path, keep, Set.of("age", "count", "bytes"));
    return new RetentionLimits(
        age(path + ".age", keep.path("age")),
        number(path + ".count", keep.path("count")),
        number(path + ".bytes", keep.path("bytes")));
  }

  private Optional<Duration> age(String path, JsonNode age) {
    if (age.isMissingNode()) {
      return Optional.empty();
    }
    return Optional.of(age(age.asText()).orElseThrow(() -> file.wrong(path, "is " + AGES)));
  }

  /** Returns the age that a text stands for; empty if it is none of the {@link #AGES}. */
  static Optional<Duration> age(String text) {
    try {
      return Optional.of(Duration.parse(text))
          .filter(age -> age.isPositive() && age.compareTo(LONGEST) <= 0);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private Optional<Long> number(String path, JsonNode number) {
    if (number.isMissingNode()) {
      return Optional.empty();
    }
    if (!number.isIntegralNumber() || !number.canConvertToLong() || number.asLong() < 0) {
      throw file.wrong(path, "is a whole number, at least 0");
    }
    return Optional.of(number.asLong());
  }
}
