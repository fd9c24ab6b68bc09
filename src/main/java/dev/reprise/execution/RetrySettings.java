package dev.reprise.execution;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.RetryPreferences;
import dev.reprise.resilience.RetryOverride;
import dev.reprise.resilience.RetryPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.eclipse.microprofile.config.Config;

/**
 * How this server retries: the profiles of {@link RetryPolicy}. A property may replace each value,
 * and an agent may replace the property's value.
 *
 * <p>{@code reprise.retry.<profile>.attempts}, {@code .base-delay}, {@code .max-delay}, {@code
 * .strategy}, which is {@code exponential}, {@code linear} or {@code constant}, and {@code .factor}
 * of the first.
 */
@ApplicationScoped
public class RetrySettings {

  static final String PARK_AFTER = "reprise.retry.park-after";

  private static final Duration MAX_SPREAD = Duration.ofSeconds(1);

  private final RetryPolicy transport;
  private final RetryPolicy tool;
  private final RetryPolicy workflow;
  private final RetryPolicy reconciliation;
  private final Duration parkAfter;
  private final RandomGenerator random;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is invalid; names the property
   */
  @Inject
  RetrySettings(Config config) {
    this(
        profile(config, "transport", RetryPolicy.TRANSPORT),
        profile(config, "tool", RetryPolicy.TOOL),
        profile(config, "workflow", RetryPolicy.WORKFLOW),
        profile(config, "reconciliation", RetryPolicy.RECONCILIATION),
        config.getOptionalValue(PARK_AFTER, Duration.class).orElse(Duration.ofSeconds(5)),
        RandomGenerator.of("L64X128MixRandom"));
  }

  public RetrySettings(
      RetryPolicy transport,
      RetryPolicy tool,
      RetryPolicy workflow,
      RetryPolicy reconciliation,
      Duration parkAfter,
      RandomGenerator random) {
    if (parkAfter.isNegative()) {
      throw new IllegalArgumentException(PARK_AFTER + " must not be negative, not " + parkAfter);
    }
    this.transport = transport;
    this.tool = tool;
    this.workflow = workflow;
    this.reconciliation = reconciliation;
    this.parkAfter = parkAfter;
    this.random = random;
  }

  /** Stops the server's start if a value is invalid, which the constructor checks. */
  void check(@Observes Startup unused) {}

  /** Returns how calls to an agent's models are retried. */
  public RetryPolicy transport(AgentDefinition agent) {
    return override(agent.runPolicy().retries().model()).over(transport);
  }

  /** Returns how an agent's tool calls are retried, where they may be. */
  public RetryPolicy tool(AgentDefinition agent) {
    return override(agent.runPolicy().retries().tools()).over(tool);
  }

  private static RetryOverride override(RetryPreferences.Overrides stated) {
    return new RetryOverride(
        stated.attempts(),
        stated.strategy(),
        stated.factor(),
        stated.baseDelay(),
        stated.maxDelay());
  }

  /**
   * Returns how often a run is executed that breaks down while its server lives, and how long it
   * waits in between. {@link EngineSettings#maxAttempts} limits the ends of servers separately.
   */
  public RetryPolicy workflow() {
    return workflow;
  }

  /** Returns how often, and when, a tool is asked about a call's outcome before a person is. */
  public RetryPolicy reconciliation() {
    return reconciliation;
  }

  /** Returns the longest wait that keeps a thread; a longer one releases the run. */
  public Duration parkAfter() {
    return parkAfter;
  }

  /** Returns a random delay of up to a second, so that waiting runs do not continue all at once. */
  public Duration spread() {
    return Duration.ofMillis((long) (MAX_SPREAD.toMillis() * random.nextDouble()));
  }

  public RandomGenerator random() {
    return random;
  }

  private static RetryPolicy profile(Config config, String name, RetryPolicy defaults) {
    String prefix = "reprise.retry." + name + ".";
    try {
      return new RetryOverride(
              config.getOptionalValue(prefix + "attempts", Integer.class),
              config.getOptionalValue(prefix + "strategy", String.class),
              config.getOptionalValue(prefix + "factor", Double.class),
              config.getOptionalValue(prefix + "base-delay", Duration.class),
              config.getOptionalValue(prefix + "max-delay", Duration.class))
          .over(defaults);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the properties %s*: %s".formatted(prefix, e.getMessage()), e);
    }
  }
}
