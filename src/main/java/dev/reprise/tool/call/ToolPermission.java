package dev.reprise.tool.call;

import dev.reprise.agent.CallEstimate;
import dev.reprise.agent.message.Failure;
import dev.reprise.tool.policy.CallVerdict;
import java.util.Optional;

/** Whether a tool may be used now. The set is closed: a switch over it needs no default. */
public sealed interface ToolPermission {

  /**
   * It may be used.
   *
   * @param estimate what that is expected to cost; empty if it is not known, or nothing
   */
  record Permitted(Optional<CallEstimate> estimate) implements ToolPermission {}

  /** It may not be used. */
  record Refused(Failure why) implements ToolPermission {}

  /**
   * It may be used once a person has approved it.
   *
   * @param estimate what that is expected to cost; empty if it is not known, or nothing
   */
  record NeedsPerson(Optional<CallEstimate> estimate, CallVerdict.Demand demand)
      implements ToolPermission {}
}
