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
 * Calls providers of models unless their breaker is open, and reports the outcome to the breaker. A
 * call that the {@link ModelGateway} refuses or cuts off is a fault like any other.
 */
@ApplicationScoped
public class GuardedModels {

  /** The circuit breaker of the gateway gives no details. */
  private static final Fault GATEWAY_OPEN =
      new Fault(
              FailureClass.BREAKER_OPEN,
              "this server calls no model for a while: the code of providers broke down in nearly all recent calls")
          .retryAfter(Duration.ofSeconds(ModelGateway.REST_SECONDS));

  private final ChatModels models;
  private final ModelGateway gateway;
  private final SharedBreakers breakers;

  @Inject
  public GuardedModels(ChatModels models, ModelGateway gateway, SharedBreakers breakers) {
    this.models = models;
    this.gateway = gateway;
    this.breakers = breakers;
  }

  /**
   * Calls the provider that the request names.
   *
   * @param tokens takes the reply's text while the model streams it
   * @param fence checked directly before the provider is called
   * @throws ModelException if there is no reply. If the provider was not called, its fault is
   *     {@code BREAKER_OPEN} with how long to wait, this server's {@code OVERLOADED}, or {@code
   *     LEASE_UNCONFIRMED}
   * @throws InterruptedException if the caller gave up
   */
  ModelReply reply(ModelRequest request, TokenListener tokens, Fence fence)
      throws ModelException, InterruptedException {
    String provider = request.model().provider();
    if (models.find(provider).isEmpty()) {
      return models.reply(request); // throws, and says nothing about a provider's health
    }
    CircuitBreaker breaker = breakers.of(BreakerKey.model(provider));
    CircuitBreaker.Permit permit =
        breaker.tryAcquire().orElseThrow(() -> new ModelException(breaker.refusal()));
    ModelReply reply;
    try {
      fence.check();
      reply = gateway.reply(request, tokens);
    } catch (FaultException e) { // from the fence
      permit.gaveUp();
      throw new ModelException(e.fault());
    } catch (ModelException e) {
      permit.failed(e.fault());
      throw e;
    } catch (InterruptedException e) {
      permit.gaveUp();
      throw e;
    } catch (BulkheadException e) { // the provider was not called
      permit.gaveUp();
      throw new ModelException(gateway.bound().full());
    } catch (CircuitBreakerOpenException e) {
      permit.gaveUp();
      throw new ModelException(GATEWAY_OPEN);
    } catch (TimeoutException e) {
      Fault late = gateway.bound().late();
      permit.failed(late);
      throw new ModelException(late);
    } catch (RuntimeException | Error e) { // the provider's code broke down
      permit.failed(FaultClassifier.of(e));
      throw e;
    }
    permit.succeeded();
    return reply;
  }
}
