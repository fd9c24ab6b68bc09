package dev.reprise.run.retention;

import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The rules that say how long runs are kept: first the rules of the file, then one rule from the
 * properties for all other runs. Only the first rule that matches a run applies to it.
 */
@ApplicationScoped
public class RetentionRules {

  private static final String NONE = "none";
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private List<RetentionRule> rules = List.of();

  /**
   * @param file the operator's rules
   * @param age, count, bytes the limits of runs that match no rule of the file; {@code none} for no
   *     such limit
   * @throws IllegalArgumentException if a value is invalid; the message names the value and its
   *     place
   */
  @Inject
  RetentionRules(
      @ConfigProperty(name = "reprise.retention.file") Optional<Path> file,
      @ConfigProperty(name = "reprise.retention.age", defaultValue = "P7D") String age,
      @ConfigProperty(name = "reprise.retention.count", defaultValue = NONE) String count,
      @ConfigProperty(name = "reprise.retention.bytes", defaultValue = NONE) String bytes) {
    List<RetentionRule> all = new ArrayList<>();
    file.map(RetentionFile::read).ifPresent(all::addAll);
    var others =
        new RetentionLimits(
            given(age).map(RetentionRules::age),
            given(count).map(text -> number("reprise.retention.count", text)),
            given(bytes).map(text -> number("reprise.retention.bytes", text)));
    all.add(
        new RetentionRule(
            "defaults", Optional.empty(), Optional.empty(), Optional.empty(), others));
    rules = List.copyOf(all);
  }

  void check(@Observes Startup unused) {
    // The call creates the bean, so that a wrong rule fails the start, not the first pass.
  }

  /** Returns whether the rules ever erase a run. */
  public boolean eraseAny() {
    return rules.stream().anyMatch(rule -> !rule.keep().equals(RetentionLimits.FOREVER));
  }

  /** Returns the rule that applies to runs with these properties. */
  RetentionRule of(String tenant, String agent, RunStatus status) {
    return rules.stream()
        .filter(rule -> rule.matches(tenant, agent, status))
        .findFirst()
        .orElseThrow(); // the last one matches all
  }

  private static Optional<String> given(String value) {
    return Stream.of(value).filter(text -> !text.equals(NONE)).findFirst();
  }

  private static Duration age(String text) {
    try {
      Duration age = Duration.parse(text);
      if (age.isPositive() && age.compareTo(LONGEST) <= 0) {
        return age;
      }
    } catch (DateTimeParseException e) {
      // The message below is the same as for an age that is too long.
    }
    throw new IllegalArgumentException(
        "reprise.retention.age must be none or a positive ISO-8601 duration such as P7D, at most"
            + " P36500D, not "
            + text);
  }

  private static long number(String property, String text) {
    if (!text.matches("\\d{1,18}")) {
      throw new IllegalArgumentException(
          "%s must be none or a whole number, at least 0, not %s".formatted(property, text));
    }
    return Long.parseLong(text);
  }

  @Override
  public String toString() {
    return rules.stream()
        .map(rule -> rule.name() + " keeps " + rule.keep())
        .collect(Collectors.joining(", "));
  }
}
