package dev.reprise.execution.tool;

import dev.reprise.execution.ModelGateway;
import dev.reprise.execution.guard.GatewayLimit;
import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.execution.model.GuardedModels;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.telemetry.ClaimSpans;
import dev.reprise.telemetry.Telemetry;
import java.time.Duration;

/** Gateways without a container, so without an interceptor that enforces their limits. */
public final class Gateways {

  public static final GatewayLimit MODELS = new GatewayLimit("model", 3, Duration.ofSeconds(40));
  static final ClaimSpans SPANS = new ClaimSpans(new Telemetry());
  static final GatewayLimit TOOLS = new GatewayLimit("tool", 5, Duration.ofSeconds(60));

  private Gateways() {}

  public static GuardedModels guarded(ChatModels models, SharedBreakers breakers) {
    return new GuardedModels(models, new ModelGateway(models, MODELS, SPANS), breakers);
  }
}
