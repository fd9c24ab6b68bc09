package dev.reprise.execution.tool;

import dev.reprise.execution.ModelGateway;
import dev.reprise.execution.ToolGateway;
import dev.reprise.execution.guard.GatewayLimit;
import dev.reprise.execution.guard.SharedBreakers;
import dev.reprise.execution.model.GuardedModels;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.policy.ToolPolicy;
import java.time.Duration;

/** Gateways without a container, whose bounds nobody keeps to. */
public final class Gateways {

  public static final GatewayLimit MODELS = new GatewayLimit("model", 3, Duration.ofSeconds(40));
  static final GatewayLimit TOOLS = new GatewayLimit("tool", 5, Duration.ofSeconds(60));

  private Gateways() {}

  public static GuardedModels guarded(ChatModels models, SharedBreakers breakers) {
    return new GuardedModels(models, new ModelGateway(models, MODELS), breakers);
  }

  public static CallPreconditions clearance(
      ToolCatalogue catalogue, ToolCaller caller, ToolPolicy policy, Workspaces workspaces) {
    return new CallPreconditions(
        catalogue,
        caller,
        new CallPolicies(catalogue, policy),
        workspaces,
        new ApprovalQuestions(policy));
  }

  public static ToolGateway to(ToolCaller caller) {
    return new ToolGateway(caller, TOOLS);
  }
}
