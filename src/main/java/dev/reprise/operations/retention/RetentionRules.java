package dev.reprise.operations.retention;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
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
import org.eclipse.microprofile.config.Config;

/**
 * The rules that say how long runs are kept: first the rules of the file, then one rule from the
 * properties for all other runs that have ended. Only the first rule that matches a run applies to
 * it. A run that has not ended is kept, unless a rule of the file names its status.
 */
@ApplicationScoped
public class RetentionRules {

  private static final String NONE = "none";

  private static final Setting<Path> FILE =
      Setting.optional("reprise.retention.file", SettingType.path())
          .means("rules that precede the next three");
  private static final Setting<Optional<Duration>> AGE =
      Setting.of(
              "reprise.retention.age", orNone(SettingType.duration("PT0.001S", "P36500D")), "P7D")
          .means("how long runs are kept after their end");
  private static final Setting<Optional<Long>> COUNT =
      Setting.of("reprise.retention.count", orNone(SettingType.number(0)), NONE)
          .means("how many ended runs of each agent in each tenant are kept, the newest");
  private static final Setting<Optional<Long>> BYTES =
      Setting.of("reprise.retention.bytes", orNone(SettingType.number(0)), NONE)
          .means(
              "how many bytes the records of each agent's newest ended runs in each tenant may have"
                  + " together");

  private static <T> SettingType<Optional<T>> orNone(SettingType<T> type) {
    return new SettingType<>(
        type.name(),
        "none or " + type.allowed(),
        text -> text.equals(NONE) ? Optional.empty() : Optional.of(type.reader().apply(text)));
  }

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("retention", FILE, AGE, COUNT, BYTES);
    }

    @Override
    public void check(Config config) {
      new RetentionRules(config);
    }
  }

  private static final RetentionRule KEEP =
      new RetentionRule(
          "none", Optional.empty(), Optional.empty(), Optional.empty(), RetentionLimits.FOREVER);

  private List<RetentionRule> rules = List.of();

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; the message names the value and its
   *     place
   */
  @Inject
  RetentionRules(Config config) {
    this(FILE.find(config), AGE.get(config), COUNT.get(config), BYTES.get(config));
  }

  /**
   * @param file the operator's rules
   * @param age, count, bytes the limits of runs that match no rule of the file; empty for no such
   *     limit
   * @throws IllegalArgumentException if a rule is invalid; the message names its place
   */
  RetentionRules(
      Optional<Path> file, Optional<Duration> age, Optional<Long> count, Optional<Long> bytes) {
    List<RetentionRule> all = new ArrayList<>();
    file.map(RetentionFile::read).ifPresent(all::addAll);
    var others = new RetentionLimits(age, count, bytes);
    all.add(
        new RetentionRule(
            "defaults", Optional.empty(), Optional.empty(), Optional.empty(), others));
    rules = List.copyOf(all);
  }

  void check(@Observes Startup unused) {
    // The call creates the bean, so that a wrong rule fails the start, not the first pass.
  }

  /** Returns whether the rules ever erase or cancel a run. */
  public boolean endAny() {
    return rules.stream().anyMatch(rule -> !rule.keep().equals(RetentionLimits.FOREVER));
  }

  /** Returns whether the rules ever cancel a run. */
  boolean cancelAny() {
    return rules.stream()
        .filter(rule -> rule.status().filter(status -> !status.isEnded()).isPresent())
        .anyMatch(rule -> rule.keep().age().isPresent());
  }

  /** Returns the rule that applies to runs with these properties. */
  RetentionRule of(String tenant, String agent, RunStatus status) {
    return rules.stream()
        .filter(rule -> rule.matches(tenant, agent, status))
        .findFirst()
        .orElse(KEEP); // it has not ended: the last rule matches all that have
  }

  @Override
  public String toString() {
    return rules.stream()
        .map(rule -> rule.name() + " keeps " + rule.keep())
        .collect(Collectors.joining(", "));
  }
}
