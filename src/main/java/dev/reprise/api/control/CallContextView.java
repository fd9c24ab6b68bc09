package dev.reprise.api.control;

import dev.reprise.agent.budget.Spending;
import dev.reprise.history.PastCall;
import dev.reprise.history.PastDecision;
import dev.reprise.history.RecentSteps;
import java.util.List;
import java.util.Optional;

/**
 * What a run did and spent before its open calls.
 *
 * @param said what the model wrote with the open calls; absent if nothing
 * @param calls the last ones with an outcome, the oldest first, at most 5
 * @param decisions what people said last about calls of the run, the oldest first, at most 5
 * @param spent by the run and its child runs so far
 */
public record CallContextView(
    Optional<String> said, List<PastCall> calls, List<PastDecision> decisions, Spending spent) {

  public CallContextView {
    calls = List.copyOf(calls);
    decisions = List.copyOf(decisions);
  }

  public static CallContextView of(RecentSteps steps, OpenCalls.Needs needs) {
    return new CallContextView(needs.said(), steps.calls(), steps.decisions(), needs.spent());
  }
}
