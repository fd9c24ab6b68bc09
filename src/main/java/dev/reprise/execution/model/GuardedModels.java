package dev.reprise.execution.model;

import dev.reprise.execution.ModelGateway;
import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.TokenListener;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.CircuitBreaker;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.Fence;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;

/**
 * Asks providers of models, but none whose breaker is open; tells the breaker how it went. What the
 * {@link ModelGateway} refuses or cuts off is a fault here like any other.
 */
@ApplicationScoped
public class GuardedModels {

  /** The circuit breaker of the gateway does not tell more. */
  private static final Fault RESTS =
      new Fault(
              FailureClass.BREAKER_OPEN,
              "this server asks no model for a while: the code of providers broke down in nearly all calls of late")
          .retryAfter(Duration.ofSeconds(ModelGateway.REST_SECONDS));

  private ChatModels models;
  private ModelGateway gateway;
  private SharedBreakers breakers;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  GuardedModels() {}

  @Inject
  public GuardedModels(ChatModels models, ModelGateway gateway, SharedBreakers breakers) {
    this.models = models;
    this.gateway = gateway;
    this.breakers = breakers;
  }

  /**
   * Has the provider answer that the request names.
   *
   * @param tokens takes what the model says while it says it
   * @param fence checked directly before the provider is asked
   * @throws ModelException if there is no reply; its fault is a {@code BREAKER_OPEN}, with how long
   *     to wait, an {@code OVERLOADED} of this server's, or a {@code LEASE_UNCONFIRMED}, if the
   *     provider was not asked
   * @throws InterruptedException if the caller gave up
   */
  ModelReply reply(ModelRequest request, TokenListener tokens, Fence fence)
      throws ModelException, InterruptedException {
    String provider = request.model().provider();
    if (models.find(provider).isEmpty()) {
      return models.reply(request); // which says so, and nothing about a provider's health
    }
    CircuitBreaker breaker = breakers.of(BreakerKey.model(provider));
    CircuitBreaker.Permit passage =
        breaker.tryAcquire().orElseThrow(() -> new ModelException(breaker.refusal()));
    ModelReply reply;
    try {
      fence.check();
      reply = gateway.reply(request, tokens);
    } catch (FaultException e) { // of the fence
      passage.gaveUp();
      throw new ModelException(e.fault());
    } catch (ModelException e) {
      passage.failed(e.fault());
      throw e;
    } catch (InterruptedException e) {
      passage.gaveUp();
      throw e;
    } catch (BulkheadException e) { // of which the provider knows nothing
      passage.gaveUp();
      throw new ModelException(gateway.bound().full());
    } catch (CircuitBreakerOpenException e) {
      passage.gaveUp();
      throw new ModelException(RESTS);
    } catch (TimeoutException e) {
      Fault late = gateway.bound().late();
      passage.failed(late);
      throw new ModelException(late);
    } catch (RuntimeException | Error e) { // it broke down
      passage.failed(FaultClassifier.of(e));
      throw e;
    }
    passage.succeeded();
    return reply;
  }
}
