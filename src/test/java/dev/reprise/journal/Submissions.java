package dev.reprise.journal;

import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.message.JsonValue;
import java.util.List;
import java.util.Optional;

/** Submissions of runs without a parent, by a person without a known role. */
public final class Submissions {

  private Submissions() {}

  /** Returns the submission of a run without tools. */
  public static LifecycleEvent.Submitted of(
      String agent, String agentVersion, JsonValue input, String workspace, String submittedBy) {
    return pinning(List.of(), agent, agentVersion, input, workspace, submittedBy);
  }

  /** Returns the submission of a run with tools. */
  public static LifecycleEvent.Submitted pinning(
      List<PinnedTool> tools,
      String agent,
      String agentVersion,
      JsonValue input,
      String workspace,
      String submittedBy) {
    return new LifecycleEvent.Submitted(
        agent,
        agentVersion,
        input,
        workspace,
        submittedBy,
        tools,
        Optional.empty(),
        Optional.empty());
  }
}
