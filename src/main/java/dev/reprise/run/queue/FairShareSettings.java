package dev.reprise.run.queue;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

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

  private static final String WEIGHTS = "reprise.fair-share.weights";
  private static final String MAX_RUNNING = "reprise.fair-share.max-running";
  private static final int HEAVIEST = 1000;

  private final Map<String, Integer> weights = new HashMap<>();
  private final Optional<Integer> maxRunning;

  /** All tenants have the same weight and no limit. */
  public FairShareSettings() {
    this(Optional.empty(), Optional.empty());
  }

  /**
   * @param weights each {@code tenant=weight}
   * @throws IllegalArgumentException if a value is invalid; the message names its property
   */
  @Inject
  FairShareSettings(
      @ConfigProperty(name = WEIGHTS) Optional<List<String>> weights,
      @ConfigProperty(name = MAX_RUNNING) Optional<Integer> maxRunning) {
    weights.orElse(List.of()).forEach(this::add);
    maxRunning
        .filter(most -> most < 1)
        .ifPresent(
            most -> {
              throw new IllegalArgumentException(
                  "%s must be at least 1, not %d".formatted(MAX_RUNNING, most));
            });
    this.maxRunning = maxRunning;
  }

  private void add(String entry) {
    int sign = entry.indexOf('=');
    String tenant = entry.substring(0, Math.max(0, sign)).strip();
    String weight = entry.substring(sign + 1).strip();
    if (tenant.isEmpty() || !weight.matches("[1-9]\\d{0,2}|" + HEAVIEST)) {
      throw new IllegalArgumentException(
          "%s: '%s' must be tenant=weight with a weight from 1 to %d"
              .formatted(WEIGHTS, entry, HEAVIEST));
    }
    if (weights.put(tenant, Integer.parseInt(weight)) != null) {
      throw new IllegalArgumentException("%s must name %s only once".formatted(WEIGHTS, tenant));
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
