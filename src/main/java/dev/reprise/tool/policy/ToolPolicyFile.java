package dev.reprise.tool.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Role;
import dev.reprise.platform.SettingsFile;
import dev.reprise.platform.TenantScope;
import dev.reprise.resilience.RetryOverride;
import dev.reprise.tool.ToolDeclaration;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules for tools that an operator wrote: a list of at most 100 objects. Their members {@code
 * name}, {@code dangerous}, {@code category} and {@code tags} say for which tools, all others what
 * holds for them.
 */
public final class ToolPolicyFile {

  private static final int MAX_RULES = 100;
  private static final String PATTERN = "[a-z0-9_*]{1,64}";
  private static final String SECRET = "[a-z0-9*-]{1,64}";
  private static final int LEAST_RESULT_LIMIT = 1024;

  private static final Set<String> WHICH = Set.of("name", "dangerous", "category", "tags");
  private static final Set<String> WHAT =
      Set.of(
          "retry",
          "approval",
          "concurrency",
          "timeout",
          "secrets",
          "resultLimit",
          "tenants",
          "roles",
          "agents");

  private static final String WORD = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";

  /** Of tenants and agents, which others make up. */
  private static final String NAME = "\\S.{0,255}";

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
  public static List<ToolRule> read(Path file) {
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
    file.members(
        place, rule, Stream.concat(WHICH.stream(), WHAT.stream()).collect(Collectors.toSet()));
    if (WHAT.stream().noneMatch(rule::has)) {
      throw file.wrong(
          place,
          "says nothing about its tools; it may say " + String.join(", ", new TreeSet<>(WHAT)));
    }
    return new ToolRule(
        text(
            place + ".name",
            rule.path("name"),
            PATTERN,
            "is a tool's name, in which * stands for any characters"),
        yesOrNo(place + ".dangerous", rule.path("dangerous")),
        text(place + ".category", rule.path("category"), WORD, "is one word"),
        words(place + ".tags", rule.path("tags"), WORD, "is a list of words").orElse(Set.of()),
        ruling(place, rule));
  }

  private ToolRuleSettings ruling(String place, JsonNode rule) {
    return new ToolRuleSettings(
        retry(place + ".retry", rule.path("retry")),
        text(place + ".approval", rule.path("approval"), "always|never", "is always or never")
            .map("always"::equals),
        number(place + ".concurrency", rule.path("concurrency"), 1, Integer.MAX_VALUE),
        time(place + ".timeout", rule.path("timeout")),
        words(
            place + ".secrets",
            rule.path("secrets"),
            SECRET,
            "is a list of names of secrets, in which * stands for any characters"),
        number(
            place + ".resultLimit",
            rule.path("resultLimit"),
            LEAST_RESULT_LIMIT,
            ToolDeclaration.MAX_RESULT_LIMIT),
        new ToolRuleSettings.Users(
            words(place + ".tenants", rule.path("tenants"), NAME, "is a list of tenants")
                .map(ToolPolicyFile::canonical),
            roles(place + ".roles", rule.path("roles")),
            words(place + ".agents", rule.path("agents"), NAME, "is a list of agents' names")));
  }

  private static Set<String> canonical(Set<String> tenants) {
    return tenants.stream().map(TenantScope::canonical).collect(Collectors.toSet());
  }

  private Optional<Set<Role>> roles(String place, JsonNode roles) {
    List<String> names = Stream.of(Role.values()).map(Role::roleName).sorted().toList();
    String what = "is a list of roles, which are " + String.join(", ", names);
    return words(place, roles, String.join("|", names), what)
        .map(
            words ->
                words.stream()
                    .map(word -> Role.named(word).orElseThrow())
                    .collect(Collectors.toSet()));
  }

  private Optional<Duration> time(String place, JsonNode time) {
    Optional<Duration> read = duration(place, time);
    if (read.filter(it -> !it.isPositive()).isPresent()) {
      throw file.wrong(place, "is more than nothing");
    }
    return read;
  }

  private Optional<Integer> number(String place, JsonNode number, int least, int most) {
    Optional<Integer> read = number(place, number);
    if (read.filter(it -> it < least || it > most).isPresent()) {
      throw file.wrong(place, "is %d to %d".formatted(least, most));
    }
    return read;
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

  private Optional<Set<String>> words(String place, JsonNode words, String pattern, String what) {
    if (words.isMissingNode()) {
      return Optional.empty();
    }
    if (!words.isArray()) {
      throw file.wrong(place, what);
    }
    Set<String> read = new HashSet<>();
    for (JsonNode word : words) {
      read.add(text(place, word, pattern, what).orElseThrow());
    }
    return Optional.of(read);
  }

  private Optional<RetryOverride> retry(String place, JsonNode retry) {
    if (retry.isMissingNode()) {
      return Optional.empty();
    }
    if (retry.asText().equals("never")) {
      return Optional.of(RetryOverride.NEVER);
    }
    if (!retry.isObject()) {
      throw file.wrong(
          place, "is 'never', or an object of attempts, strategy, factor, baseDelay and maxDelay");
    }
    file.members(place, retry, Set.of("attempts", "strategy", "factor", "baseDelay", "maxDelay"));
    Optional<Integer> attempts = number(place + ".attempts", retry.path("attempts"));
    Optional<String> strategy =
        text(place + ".strategy", retry.path("strategy"), WORD, "is a word");
    Optional<Double> factor = decimal(place + ".factor", retry.path("factor"));
    Optional<Duration> base = duration(place + ".baseDelay", retry.path("baseDelay"));
    Optional<Duration> most = duration(place + ".maxDelay", retry.path("maxDelay"));
    try {
      return Optional.of(new RetryOverride(attempts, strategy, factor, base, most));
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

  private Optional<Double> decimal(String place, JsonNode number) {
    if (number.isMissingNode()) {
      return Optional.empty();
    }
    if (!number.isNumber()) {
      throw file.wrong(place, "is a number");
    }
    return Optional.of(number.asDouble());
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
