package dev.reprise.run.state;

import dev.reprise.agent.ControlTool;
import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Detects a model that repeats itself: it tracks which outcomes the calls of a phase had, and for
 * how long none was new.
 *
 * <p>A call brings something new if its tool has not given this outcome to these arguments before
 * in the phase. A result that differs only in a time is new. So is a wait that has ended: the same
 * call may have another result after it. A repeated call of a polling tool does not count against
 * the model. A call whose earlier result is only in a summary may be made once more.
 *
 * @param streak iterations since the last new outcome in which the model repeated calls
 * @param lastNewIteration the last iteration with a new outcome; 0 if there was none
 * @param measure the strongest response to the streak so far
 * @param seen digests of calls with their outcomes, oldest first. At most {@value #MAX_REMEMBERED}
 *     are stored: an outcome that was dropped counts as new again
 * @param summarised the same, for calls whose results a summary has replaced
 * @param repeated digests of the calls, without outcomes, that were repeated in the streak
 */
public record LoopGuard(
    int streak,
    int lastNewIteration,
    Optional<LoopResponse> measure,
    List<String> seen,
    List<String> summarised,
    List<String> repeated) {

  static final int MAX_REMEMBERED = 256;

  public LoopGuard {
    seen = List.copyOf(seen);
    summarised = List.copyOf(summarised);
    repeated = List.copyOf(repeated);
  }

  /** Creates the guard of a phase that has made no call. */
  LoopGuard() {
    this(0, 0, Optional.empty(), List.of(), List.of(), List.of());
  }

  /**
   * Returns the guard after an iteration.
   *
   * @param ended all calls of the iteration
   * @param isPolling whether a tool is meant to be called repeatedly
   */
  LoopGuard after(int iteration, List<ToolCallState> ended, Predicate<String> isPolling) {
    // sorted, because parallel calls have no order
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
        repeats.add(CallFingerprint.of(call)); // a rejection is no new outcome
      } else if (seen.contains(finding)) {
        if (!isPolling.test(call.tool())) {
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
    return new LoopGuard(
        longer, lastNewIteration, measure, known, summarised, newest(repeated, repeats));
  }

  private static boolean isWait(ToolCall call, ToolOutcome outcome) {
    return ControlTool.isNamed(call.tool()) && outcome instanceof ToolOutcome.Succeeded;
  }

  /** Copies the digests and no more, because it does so in each step of a run. */
  private static List<String> newest(List<String> before, Collection<String> more) {
    if (more.isEmpty()) {
      return before;
    }
    List<String> all = new ArrayList<>(before.size() + more.size());
    all.addAll(before);
    for (String each : more) {
      if (!before.contains(each)) {
        all.add(each);
      }
    }
    return all.subList(Math.max(0, all.size() - MAX_REMEMBERED), all.size());
  }

  /** Returns the guard after a response to the streak. */
  LoopGuard with(LoopResponse taken) {
    return new LoopGuard(streak, lastNewIteration, Optional.of(taken), seen, summarised, repeated);
  }

  /** Returns the guard after a person resumed the run: with the known outcomes and fresh limits. */
  LoopGuard afresh() {
    return new LoopGuard(0, lastNewIteration, Optional.empty(), seen, summarised, List.of());
  }

  /**
   * Returns the guard after a summary replaced results of the phase. The streak continues, because
   * otherwise a loop with large results would never be detected. No call stays blocked, because the
   * model may want to see its result again.
   */
  LoopGuard compacted() {
    List<String> gone = newest(summarised, seen);
    return new LoopGuard(streak, lastNewIteration, measure, List.of(), gone, List.of());
  }

  /** Returns whether a call must be rejected, because the model repeated it too often. */
  public boolean blocks(ToolCall call) {
    return measure.filter(taken -> taken.reaches(LoopResponse.BLOCKED)).isPresent()
        && repeated.contains(CallFingerprint.of(call));
  }

  /** Returns whether the run must wait for a person's decision. */
  public boolean awaitsPerson() {
    return measure.equals(Optional.of(LoopResponse.ASKED));
  }
}
