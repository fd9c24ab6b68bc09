package dev.reprise.execution.tool;

import dev.reprise.execution.ModelGateway;
import dev.reprise.execution.ToolGateway;
import dev.reprise.execution.guard.OuterBound;
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

  public static final OuterBound MODELS = new OuterBound("model", 3, Duration.ofSeconds(40));
  static final OuterBound TOOLS = new OuterBound("tool", 5, Duration.ofSeconds(60));

  private Gateways() {}

  public static GuardedModels guarded(ChatModels models, SharedBreakers breakers) {
    return new GuardedModels(models, new ModelGateway(models, MODELS), breakers);
  }

  public static CallClearance clearance(
      ToolCatalogue catalogue, ToolCaller caller, ToolPolicy policy, Workspaces workspaces) {
    return new CallClearance(
        catalogue, caller, new CallTerms(catalogue, policy), workspaces, new Approvals(policy));
  }

  public static ToolGateway to(ToolCaller caller) {
    return new ToolGateway(caller, TOOLS);
  }
}
