package dev.reprise.tool.call;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.resilience.FailureClass;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.policy.ApprovalPolicy;
import dev.reprise.tool.policy.ApprovalRule;
import dev.reprise.tool.policy.ApprovalScope;
import dev.reprise.tool.policy.CallVerdict;
import dev.reprise.tool.policy.EffectiveToolPolicy;
import dev.reprise.tool.policy.ToolPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Says whether a tool may be used: the one place that knows every reason why not. In their order,
 * these are that the phase does not grant the tool, that the tenant does not have it, that the
 * policy keeps it from the tenant, the agent or the person, that an admin has switched it off, that
 * it may not be used in this way, and that a person must approve first.
 *
 * <p>{@link ToolCaller} asks before it runs anything, so that no path to a tool can leave the gate
 * out. What a grant lets a tool reach is for the tool to check, because it is in the tool's terms.
 * The answer depends on nothing but memory: kill switches are read as {@link KillSwitches} says.
 */
@ApplicationScoped
public class ToolGate {

  /** The category of tools that run code. */
  public static final String CODE = "code";

  private static final String NOT_ALLOWED = "tool_not_allowed";

  private final ToolCatalogue catalogue;
  private final ToolPolicy policy;
  private final ApprovalPolicy approvals;
  private final Switches switches;

  /** Finds the switch that keeps runs of an agent from calling a tool. */
  public interface Switches {
    Optional<KillSwitch> onToolCall(String tenant, String agent, String tool, boolean isDangerous);
  }

  @Inject
  ToolGate(
      ToolCatalogue catalogue, ToolPolicy policy, ApprovalPolicy approvals, KillSwitches switches) {
    this(catalogue, policy, approvals, switches::onToolCall);
  }

  public ToolGate(
      ToolCatalogue catalogue, ToolPolicy policy, ApprovalPolicy approvals, Switches switches) {
    this.catalogue = catalogue;
    this.policy = policy;
    this.approvals = approvals;
    this.switches = switches;
  }

  /**
   * Returns whether a tool may be used.
   *
   * @param call of the tool, which is judged as it is; its arguments need not be valid
   * @param origin the tenant, agent and person, the tools that are granted, and the grant
   */
  public ToolPermission permission(ToolUse use, ToolCall call, CallOrigin origin) {
    Optional<ToolDeclaration> tool = catalogue.declaration(origin.tenant(), call.tool());
    return refusal(call.tool(), tool, origin)
        .<ToolPermission>map(ToolPermission.Refused::new)
        .orElseGet(() -> permission(use, call, tool.orElseThrow(), origin));
  }

  /**
   * Requires that a tool may be used.
   *
   * @throws NotPermittedException if it may not, or a person must approve first
   */
  public void require(ToolUse use, ToolCall call, CallOrigin origin) throws NotPermittedException {
    switch (permission(use, call, origin)) {
      case ToolPermission.Permitted ignored -> {}
      case ToolPermission.Refused(Failure why) -> throw new NotPermittedException(why);
      case ToolPermission.NeedsPerson needed ->
          throw new NotPermittedException(
              new Failure(
                  NOT_ALLOWED,
                  "no person has approved this call of '%s': %s"
                      .formatted(call.tool(), needed.demand().why().sentence())));
    }
  }

  private Optional<Failure> refusal(
      String name, Optional<ToolDeclaration> tool, CallOrigin origin) {
    if (!origin.tools().contains(name)) {
      return notAllowed(
          "'%s' is none of the tools that the phase grants: %s".formatted(name, origin.tools()));
    }
    if (tool.isEmpty()) {
      return Optional.of(
          new Failure(
              "unknown_tool",
              "there is no tool '%s'; there are: %s"
                  .formatted(name, String.join(", ", catalogue.names(origin.tenant())))));
    }
    return policy
        .refusal(tool.get(), origin.tenant(), origin.agent(), origin.role())
        .map(why -> new Failure(NOT_ALLOWED, why))
        .or(() -> switchedOff(tool.get(), origin));
  }

  private Optional<Failure> switchedOff(ToolDeclaration tool, CallOrigin origin) {
    return switches
        .onToolCall(origin.tenant(), origin.agent(), tool.name(), tool.dangerous())
        .map(it -> new Failure(FailureClass.SWITCHED_OFF.code(), it.refusal()));
  }

  private ToolPermission permission(
      ToolUse use, ToolCall call, ToolDeclaration tool, CallOrigin origin) {
    return switch (use) {
      case CALL -> byApproval(verdict(call, tool, origin));
      case NESTED_CALL ->
          refusalForCode(tool)
              .<ToolPermission>map(ToolPermission.Refused::new)
              .orElseGet(() -> unattended(call, tool, origin));
      case SOURCE -> unattended(call, tool, origin);
      case CLEARED_CALL, UNDO, INQUIRY -> new ToolPermission.Permitted(Optional.empty());
    };
  }

  private static ToolPermission byApproval(CallVerdict verdict) {
    return verdict
        .demand()
        .<ToolPermission>map(it -> new ToolPermission.NeedsPerson(verdict.estimate(), it))
        .orElseGet(() -> new ToolPermission.Permitted(verdict.estimate()));
  }

  private static Optional<Failure> refusalForCode(ToolDeclaration tool) {
    if (tool.effect() != READ_ONLY) {
      return notAllowed(
          "code may call tools that only read, and '%s' is none".formatted(tool.name()));
    }
    return tool.category().equals(CODE)
        ? notAllowed("code may not call '%s', which runs code itself".formatted(tool.name()))
        : Optional.empty();
  }

  /** Where no person can be asked, and no record holds what the use costs. */
  private ToolPermission unattended(ToolCall call, ToolDeclaration tool, CallOrigin origin) {
    if (verdict(call, tool, origin).demand().isPresent()) {
      return new ToolPermission.Refused(
          new Failure(
              NOT_ALLOWED,
              "a person has to approve calls of '%s', so a run must call it itself"
                  .formatted(tool.name())));
    }
    EffectiveToolPolicy effective = policy.effective(tool, origin.grant());
    if (effective.approval() == ApprovalRule.BY_COST && !effective.isFree()) {
      return new ToolPermission.Refused(
          new Failure(
              NOT_ALLOWED,
              "calls of '%s' cost something, so a run must call it itself".formatted(tool.name())));
    }
    return new ToolPermission.Permitted(Optional.empty());
  }

  private CallVerdict verdict(ToolCall call, ToolDeclaration tool, CallOrigin origin) {
    var scope = new ApprovalScope(origin.tenant(), origin.agent());
    return approvals.judge(scope, tool, origin.grant(), call);
  }

  private static Optional<Failure> notAllowed(String why) {
    return Optional.of(new Failure(NOT_ALLOWED, why));
  }
}
