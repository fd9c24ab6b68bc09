package dev.reprise.run.retention;

import dev.reprise.run.state.RunStatus;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * How long which runs are kept: the rules of the file, and behind them the one that the properties
 * make for all other runs. For a run the first rule counts that matches it, and no other.
 */
@ApplicationScoped
public class RetentionRules {

  private static final String NONE = "none";

  private List<RetentionRule> rules = List.of();

  /** For the container's proxy. */
  RetentionRules() {}

  /**
   * @param file the operator's rules
   * @param age, count, bytes how long runs are kept that none of these match; {@code none} for no
   *     such limit
   * @throws IllegalArgumentException if one of them is wrong; names what and where
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
    // Being called is the point: a wrong rule stops the start, not the first pass.
  }

  /** Returns whether any run is ever let go. */
  public boolean letGo() {
    return rules.stream().anyMatch(rule -> !rule.keep().equals(RetentionLimits.FOREVER));
  }

  /** Returns the rule that counts for runs that ended so. */
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
    return RetentionFile.age(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "reprise.retention.age is none or %s, not %s"
                        .formatted(RetentionFile.AGES, text)));
  }

  private static long number(String property, String text) {
    if (!text.matches("\\d{1,18}")) {
      throw new IllegalArgumentException(
          "%s is none or a whole number, at least 0, not %s".formatted(property, text));
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
