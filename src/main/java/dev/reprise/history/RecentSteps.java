package dev.reprise.history;

import java.util.Comparator;
import java.util.List;

/**
 * What was done last in a run, and what people decided, the oldest first.
 *
 * @param calls the last ones that have an outcome, at most 5
 * @param decisions the last ones of people, at most 5
 */
public record RecentSteps(List<PastCall> calls, List<PastDecision> decisions) {

  private static final int MOST = 5;

  public RecentSteps {
    calls = List.copyOf(calls);
    decisions = List.copyOf(decisions);
  }

  /** Returns what these calls tell. */
  static RecentSteps of(List<RecordedCall> calls) {
    return new RecentSteps(
        last(
            calls.stream()
                .flatMap(call -> PastCall.of(call).stream())
                .sorted(Comparator.comparing(PastCall::at))
                .toList()),
        last(
            calls.stream()
                .flatMap(PastDecision::of)
                .sorted(Comparator.comparingLong(it -> it.decision().sequence()))
                .toList()));
  }

  private static <T> List<T> last(List<T> all) {
    return all.subList(Math.max(0, all.size() - MOST), all.size());
  }
}
