package dev.reprise.execution;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.RetryPreferences;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.resilience.RetryOverride;
import dev.reprise.resilience.RetryPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * How this server retries: the {@linkplain RetryProfile profiles}, of which an agent may replace
 * values.
 */
@ApplicationScoped
public class RetrySettings {

  private static final Setting<Duration> PARK_AFTER =
      Setting.of("reprise.retry.park-after", SettingType.duration("PT0S"), "PT5S")
          .means("how long a wait may be that keeps a thread; a run that waits longer is released");

  private static final RetryProfile TRANSPORT =
      new RetryProfile("transport", RetryPolicy.TRANSPORT, "a model is called for a reply");
  private static final RetryProfile TOOL =
      new RetryProfile("tool", RetryPolicy.TOOL, "a tool call is made that may be retried");
  private static final RetryProfile RECONCILIATION =
      new RetryProfile(
          "reconciliation",
          RetryPolicy.RECONCILIATION,
          "a tool is asked what became of a call, before a person is");
  private static final RetryProfile WORKFLOW =
      new RetryProfile(
          "workflow",
          RetryPolicy.WORKFLOW,
          "a run is carried out that breaks down without its server");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "retries",
          Stream.of(
                  TRANSPORT.settings(),
                  TOOL.settings(),
                  RECONCILIATION.settings(),
                  WORKFLOW.settings(),
                  Stream.<Setting<?>>of(PARK_AFTER))
              .flatMap(all -> all)
              .toArray(Setting<?>[]::new));
    }

    @Override
    public void check(Config config) {
      new RetrySettings(config);
    }
  }

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
        TRANSPORT.policy(config),
        TOOL.policy(config),
        WORKFLOW.policy(config),
        RECONCILIATION.policy(config),
        PARK_AFTER.get(config),
        RandomGenerator.of("L64X128MixRandom"));
  }

  public RetrySettings(
      RetryPolicy transport,
      RetryPolicy tool,
      RetryPolicy workflow,
      RetryPolicy reconciliation,
      Duration parkAfter,
      RandomGenerator random) {
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
}
