package dev.reprise.queue;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * The weights of tenants, and the limit of running runs per tenant.
 *
 * <p>{@code reprise.fair-share.weights} is a comma-separated list of {@code tenant=weight}, with
 * weights from 1 to 1000. A tenant that is not in the list has weight 1. {@code
 * reprise.fair-share.max-running} limits the number of runs that one tenant may have running at
 * once, on all servers together. By default, there is no limit but the number of places. Servers
 * that share a database should have equal values of both properties.
 */
@ApplicationScoped
public class FairShareSettings {

  private static final Setting<List<String>> WEIGHTS =
      Setting.optional("reprise.fair-share.weights", SettingType.list())
          .ofTenants()
          .means(
              "`tenant=weight`, comma separated, from 1 to 1000: a tenant with 3 has three times"
                  + " the places of one with 1, if both have enough to do; unnamed tenants have 1");
  private static final Setting<Integer> MAX_RUNNING =
      Setting.optional("reprise.fair-share.max-running", SettingType.integer(1))
          .otherwise("no limit")
          .means("how many runs each tenant may have running at once, on all servers together");
  private static final int HEAVIEST = 1000;

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-queue", WEIGHTS, MAX_RUNNING);
    }

    @Override
    public void check(Config config) {
      new FairShareSettings(config);
    }
  }

  private final Map<String, Integer> weights = new HashMap<>();
  private final Optional<Integer> maxRunning;

  /** All tenants have the same weight and no limit. */
  public FairShareSettings() {
    this(Optional.empty(), Optional.empty());
  }

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; the message names its property
   */
  @Inject
  FairShareSettings(Config config) {
    this(WEIGHTS.find(config), MAX_RUNNING.find(config));
  }

  /**
   * @param weights each {@code tenant=weight}
   * @throws IllegalArgumentException if one is invalid; the message names its property
   */
  FairShareSettings(Optional<List<String>> weights, Optional<Integer> maxRunning) {
    weights.orElse(List.of()).forEach(this::add);
    this.maxRunning = maxRunning;
  }

  private void add(String entry) {
    int sign = entry.indexOf('=');
    String tenant = entry.substring(0, Math.max(0, sign)).strip();
    String weight = entry.substring(sign + 1).strip();
    if (tenant.isEmpty() || !weight.matches("[1-9]\\d{0,2}|" + HEAVIEST)) {
      throw new IllegalArgumentException(
          "%s: '%s' must be tenant=weight with a weight from 1 to %d"
              .formatted(WEIGHTS.name(), entry, HEAVIEST));
    }
    if (weights.put(tenant, Integer.parseInt(weight)) != null) {
      throw new IllegalArgumentException(
          "%s must name %s only once".formatted(WEIGHTS.name(), tenant));
    }
  }

  void check(@Observes Startup unused) {
    // The call creates the bean, so that a wrong value fails the start, not the first poll.
  }

  /** Returns a tenant's share in relation to the other tenants. */
  public int weightOf(String tenant) {
    return Optional.ofNullable(weights.get(tenant)).orElse(1);
  }

  /** Returns the limit of running runs of each tenant; empty for no limit. */
  public Optional<Integer> maxRunning() {
    return maxRunning;
  }

  /** Returns how many more runs may run of a tenant that has this many running. */
  int room(int inService) {
    return maxRunning.map(most -> Math.max(0, most - inService)).orElse(Integer.MAX_VALUE);
  }
}
