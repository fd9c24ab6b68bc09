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
 * What tenants may have of the places that servers have for runs.
 *
 * <p>{@code reprise.fair-share.weights} is a comma separated list of {@code tenant=weight}, from 1
 * to 1000; a tenant that is not in it has 1. {@code reprise.fair-share.max-running} is how many
 * runs one tenant may have running at once on all servers together; by default as many as there are
 * places. Servers that share a database should agree on both.
 */
@ApplicationScoped
public class FairShareSettings {

  private static final String WEIGHTS = "reprise.fair-share.weights";
  private static final String MAX_RUNNING = "reprise.fair-share.max-running";
  private static final int HEAVIEST = 1000;

  private final Map<String, Integer> weights = new HashMap<>();
  private Optional<Integer> maxRunning = Optional.empty();

  /** Everybody weighs the same, and nobody has a limit. Also for the container's proxy. */
  public FairShareSettings() {}

  /**
   * @param weights each {@code tenant=weight}
   * @throws IllegalArgumentException if a value cannot work; names its property
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
                  "%s is at least 1, not %d".formatted(MAX_RUNNING, most));
            });
    this.maxRunning = maxRunning;
  }

  private void add(String entry) {
    int sign = entry.indexOf('=');
    String tenant = entry.substring(0, Math.max(0, sign)).strip();
    String weight = entry.substring(sign + 1).strip();
    if (tenant.isEmpty() || !weight.matches("[1-9]\\d{0,2}|" + HEAVIEST)) {
      throw new IllegalArgumentException(
          "%s: '%s' is not tenant=weight with a weight from 1 to %d"
              .formatted(WEIGHTS, entry, HEAVIEST));
    }
    if (weights.put(tenant, Integer.parseInt(weight)) != null) {
      throw new IllegalArgumentException("%s names %s twice".formatted(WEIGHTS, tenant));
    }
  }

  void check(@Observes Startup unused) {
    // Being called is the point: a wrong value stops the start, not the first look at the queue.
  }

  /** Returns what a tenant's share is in relation to the others'. */
  public int weightOf(String tenant) {
    return Optional.ofNullable(weights.get(tenant)).orElse(1);
  }

  /** Returns how many runs each tenant may have running at once; empty for no limit. */
  public Optional<Integer> maxRunning() {
    return maxRunning;
  }

  /** Returns how many more runs a tenant may have running that has so many. */
  int room(int inService) {
    return maxRunning.map(most -> Math.max(0, most - inService)).orElse(Integer.MAX_VALUE);
  }
}
