package dev.reprise.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * The rules that an operator wrote, in YAML or JSON: a list of {@code {tenant, agent, status,
 * keep}}, at most 100, in a file of at most 256 KiB.
 */
final class RetentionFile {

  private static final int MAX_BYTES = 256 * 1024;
  private static final int MAX_RULES = 100;
  private static final Duration LONGEST = Duration.ofDays(36_500);
  static final String AGES = "a positive ISO-8601 duration such as P7D, at most P36500D";
  private static final String NAMES = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  private static final ObjectMapper YAML = // of which JSON is a part
      new YAMLMapper(
              YAMLFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .loaderOptions(bounds())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Path file;

  private RetentionFile(Path file) {
    this.file = file;
  }

  private static LoaderOptions bounds() {
    var bounds = new LoaderOptions();
    bounds.setCodePointLimit(MAX_BYTES);
    bounds.setMaxAliasesForCollections(0);
    return bounds;
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
    JsonNode tree = tree();
    if (!tree.isArray()) {
      throw wrong("the whole", "is a list of rules");
    }
    if (tree.size() > MAX_RULES) {
      throw wrong("the whole", "has at most %d rules".formatted(MAX_RULES));
    }
    List<RetentionRule> rules = new ArrayList<>();
    for (int i = 0; i < tree.size(); i++) {
      rules.add(rule("rules[%d]".formatted(i), tree.get(i)));
    }
    return rules;
  }

  private JsonNode tree() {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw wrong("the whole", "has at most %d KiB".formatted(MAX_BYTES / 1024));
      }
      return YAML.readTree(Files.readString(file));
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw wrong("line " + line, "cannot be read: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "reprise.retention.file: %s cannot be read".formatted(file), e);
    }
  }

  private RetentionRule rule(String path, JsonNode rule) {
    members(path, rule, Set.of("tenant", "agent", "status", "keep"));
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
      throw wrong(path, "is a name: 1 to 64 letters, digits, '.', '_' or '-'");
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
                    wrong(
                        path,
                        ends.stream()
                            .map(RunStatus::name)
                            .collect(Collectors.joining(", ", "is one of ", "")))));
  }

  private Keep keep(String path, JsonNode keep) {
    if (keep.asText().equals("forever")) {
      return Keep.FOREVER;
    }
    if (!keep.isObject() || keep.isEmpty()) {
      throw wrong(path, "is 'forever', or has one or more of age, bytes, count");
    }
    members(path, keep, Set.of("age", "count", "bytes"));
    return new Keep(
        age(path + ".age", keep.path("age")),
        number(path + ".count", keep.path("count")),
        number(path + ".bytes", keep.path("bytes")));
  }

  private Optional<Duration> age(String path, JsonNode age) {
    if (age.isMissingNode()) {
      return Optional.empty();
    }
    return Optional.of(age(age.asText()).orElseThrow(() -> wrong(path, "is " + AGES)));
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
      throw wrong(path, "is a whole number, at least 0");
    }
    return Optional.of(number.asLong());
  }

  private void members(String path, JsonNode object, Set<String> allowed) {
    if (!object.isObject()) {
      throw wrong(path, "is an object");
    }
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!allowed.contains(name)) {
                throw wrong(
                    path + "." + name,
                    "is not allowed here; allowed are "
                        + String.join(", ", new TreeSet<>(allowed)));
              }
            });
  }

  private IllegalArgumentException wrong(String path, String rule) {
    return new IllegalArgumentException(
        "reprise.retention.file: %s: %s %s".formatted(file, path, rule));
  }
}
