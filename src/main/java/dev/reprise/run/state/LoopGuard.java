package dev.reprise.run.state;

import dev.reprise.agent.ControlTool;
import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the calls of a phase have brought, and for how long nothing new: how a model that goes round
 * in circles is noticed.
 *
 * <p>A call brings something new if its tool has not given this outcome to these arguments before
 * in the phase. A result that differs in as little as a time is new. So is a wait that was waited:
 * behind it the same may look otherwise. A repeated call of a polling tool is not held against the
 * model, and one whose earlier result only a summary has left may be made once more.
 *
 * @param streak iterations since the last one with anything new whose calls repeated others
 * @param newsAt the last iteration with anything new; 0 if there was none
 * @param measure what has been done about the streak
 * @param seen digests of calls with their outcomes, oldest first. Of more than {@value #MOST} the
 *     oldest are forgotten: what lies so far back is new again
 * @param summarised likewise, of calls whose results a summary has replaced
 * @param repeated digests of the calls alone that were repeated in the streak
 */
public record LoopGuard(
    int streak,
    int newsAt,
    Optional<LoopResponse> measure,
    List<String> seen,
    List<String> summarised,
    List<String> repeated) {

  static final int MOST = 256;

  public LoopGuard {
    seen = List.copyOf(seen);
    summarised = List.copyOf(summarised);
    repeated = List.copyOf(repeated);
  }

  /** Makes the guard of a phase that has made no call. */
  LoopGuard() {
    this(0, 0, Optional.empty(), List.of(), List.of(), List.of());
  }

  /**
   * Returns the guard behind an iteration.
   *
   * @param ended all calls of the iteration
   * @param polling the tools that are made to be called again and again
   */
  LoopGuard after(int iteration, List<ToolCallState> ended, Set<String> polling) {
    // sorted, because calls side by side have no order
    Set<String> fresh = new TreeSet<>();
    Set<String> again = new TreeSet<>();
    Set<String> repeats = new TreeSet<>();
    boolean waited = false;
    for (ToolCallState each : ended) {
      ToolCall call = each.call();
      ToolOutcome outcome = each.outcome();
      String finding = CallFingerprint.of(call, outcome);
      if (isWait(call, outcome)) {
        waited = true;
      } else if (blocks(call)) {
        repeats.add(CallFingerprint.of(call)); // what it was told instead of a result is no news
      } else if (seen.contains(finding)) {
        if (!polling.contains(call.tool())) {
          repeats.add(CallFingerprint.of(call));
        }
      } else if (summarised.contains(finding)) {
        again.add(finding);
      } else {
        fresh.add(finding);
      }
    }
    List<String> known = newest(newest(seen, again), fresh);
    if (waited || !fresh.isEmpty()) {
      return new LoopGuard(0, iteration, Optional.empty(), known, summarised, List.of());
    }
    int longer = repeats.isEmpty() ? streak : streak + 1;
    return new LoopGuard(longer, newsAt, measure, known, summarised, newest(repeated, repeats));
  }

  private static boolean isWait(ToolCall call, ToolOutcome outcome) {
    return ControlTool.isNamed(call.tool()) && outcome instanceof ToolOutcome.Succeeded;
  }

  private static List<String> newest(Collection<String> before, Collection<String> more) {
    Set<String> all = new LinkedHashSet<>(before);
    all.addAll(more);
    return all.stream().skip(Math.max(0, all.size() - MOST)).toList();
  }

  /** Returns the guard after something was done about the streak. */
  LoopGuard with(LoopResponse taken) {
    return new LoopGuard(streak, newsAt, Optional.of(taken), seen, summarised, repeated);
  }

  /** Returns the guard after a person had the run go on: with its knowledge, and fresh limits. */
  LoopGuard afresh() {
    return new LoopGuard(0, newsAt, Optional.empty(), seen, summarised, List.of());
  }

  /**
   * Returns the guard after results of the phase were summarised. The streak goes on, or a loop
   * would never be noticed whose results are large; but nothing stays blocked that the model may
   * want to see again.
   */
  LoopGuard compacted() {
    List<String> gone = newest(summarised, seen);
    return new LoopGuard(streak, newsAt, measure, List.of(), gone, List.of());
  }

  /** Returns whether a call is not to be made, because it was repeated too often. */
  public boolean blocks(ToolCall call) {
    return measure.filter(taken -> taken.reaches(LoopResponse.BLOCKED)).isPresent()
        && repeated.contains(CallFingerprint.of(call));
  }

  /** Returns whether the run is to wait for a person's word. */
  public boolean isAsked() {
    return measure.equals(Optional.of(LoopResponse.ASKED));
  }
}
