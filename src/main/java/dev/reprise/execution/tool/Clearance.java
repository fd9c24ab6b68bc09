package dev.reprise.execution.tool;

import dev.reprise.agent.CallEstimate;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.RunEvent;
import java.util.List;
import java.util.Optional;

/** Whether a call may be made now. */
sealed interface Clearance {

  /**
   * The call may be made.
   *
   * @param estimate what it is expected to cost; empty if that is not known, or nothing
   * @param allowedBy the approval of an earlier call that allows it; empty for most
   */
  record Cleared(
      Optional<CallEstimate> estimate, Optional<HumanInputEvent.Allowed.Reference> allowedBy)
      implements Clearance {}

  /** The call is not made now; these are recorded instead of its intent. */
  record Withheld(List<RunEvent> instead) implements Clearance {

    public Withheld {
      instead = List.copyOf(instead);
    }

    public Withheld(RunEvent instead) {
      this(List.of(instead));
    }
  }
}
