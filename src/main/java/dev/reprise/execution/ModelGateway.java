package dev.reprise.execution;

import dev.reprise.execution.guard.GatewayLimit;
import dev.reprise.execution.telemetry.MeasuredModelCall;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.TokenListener;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.telemetry.ClaimSpans;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.temporal.ChronoUnit;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.eclipse.microprofile.faulttolerance.exceptions.FaultToleranceException;

/**
 * The one way out to models, and its outer bounds on this server. They are coarse and wide: what is
 * known of one provider or one run, its breaker and its deadlines say.
 */
@ApplicationScoped
public class ModelGateway {

  /** How many of the last calls the circuit breaker considers. */
  private static final int VOLUME = 100;

  private static final double RATIO = 0.9;

  /** How long this server calls no model after the circuit breaker has opened. */
  public static final int REST_SECONDS = 30;

  private final ChatModels models;
  private final GatewayLimit bound;
  private final ClaimSpans spans;

  @Inject
  ModelGateway(ChatModels models, Config config, ClaimSpans spans) {
    this(models, GatewayLimit.ofModels(config), spans);
  }

  public ModelGateway(ChatModels models, GatewayLimit bound, ClaimSpans spans) {
    this.models = models;
    this.bound = bound;
    this.spans = spans;
  }

  /** Stops the server's start if a value is invalid, which the constructor checks. */
  void check(@Observes Startup unused) {}

  public GatewayLimit bound() {
    return bound;
  }

  /**
   * Calls the provider that the request names. The values of the first two annotations are in
   * {@code META-INF/microprofile-config.properties}.
   *
   * <p>The circuit breaker counts only code that breaks down: the provider's own breaker counts its
   * failures, and a reached limit says nothing about any provider.
   *
   * @throws ModelException if there is no reply
   * @throws InterruptedException if the caller gave up
   * @throws FaultToleranceException if a limit was reached
   */
  @Bulkhead
  @Timeout(unit = ChronoUnit.SECONDS)
  @CircuitBreaker(
      failOn = {RuntimeException.class, Error.class},
      skipOn = FaultToleranceException.class,
      requestVolumeThreshold = VOLUME,
      failureRatio = RATIO,
      delay = REST_SECONDS,
      delayUnit = ChronoUnit.SECONDS)
  public ModelReply reply(ModelRequest request, TokenListener tokens)
      throws ModelException, InterruptedException {
    String provider = request.model().provider();
    return MeasuredModelCall.measure(
        spans,
        models.find(provider).map(ChatModel::telemetryName).orElse(provider),
        request,
        tokens,
        measured -> models.reply(request, measured));
  }
}
