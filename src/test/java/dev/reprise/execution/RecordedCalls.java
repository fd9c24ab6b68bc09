package dev.reprise.execution;

import dev.reprise.agent.Finding;
import dev.reprise.agent.ToolCall;
import dev.reprise.agent.Verdict;
import dev.reprise.journal.RunEvent;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a record says of its tool calls, by idempotency key; read apart from the fold. */
final class RecordedCalls {

  private final Map<String, ToolCall> asked = new HashMap<>();
  private final Map<String, Integer> starts = new HashMap<>();
  private final Map<String, RunEvent.OfCall> newest = new LinkedHashMap<>();

  RecordedCalls(List<RunEvent> events) {
    for (RunEvent event : events) {
      if (event instanceof RunEvent.ModelReplied reply) {
        reply
            .message()
            .calls()
            .forEach(call -> asked.put(key(reply.phase(), reply.iteration(), call.id()), call));
      }
      if (event instanceof RunEvent.OfCall call) {
        newest.put(key(call), call);
      }
      if (event instanceof RunEvent.ToolCallStarted start) {
        starts.merge(key(start), 1, Integer::sum);
      }
    }
  }

  private static String key(RunEvent.OfCall call) {
    return key(call.phase(), call.iteration(), call.callId());
  }

  private static String key(String phase, int iteration, String callId) {
    return IdempotencyKey.of(Engine.RUN, phase, iteration, callId);
  }

  ToolCall call(String key) {
    return Objects.requireNonNull(asked.get(key), key);
  }

  /** Returns how often each call was started. */
  Map<String, Integer> starts() {
    return starts;
  }

  /** Returns the calls that did what they were asked. */
  Set<String> succeeded() {
    return where(RecordedCalls::hasSucceeded);
  }

  /** Returns the calls that have a result. */
  Set<String> ended() {
    return where(
        event ->
            switch (event) {
              case RunEvent.ToolCallFailed ignored -> true;
              case RunEvent.ToolCallResolved resolved -> resolved.verdict() != Verdict.RETRY;
              default -> hasSucceeded(event);
            });
  }

  /** Returns the calls of which the record does not say whether they happened. */
  Set<String> inFlight() {
    return where(
        event ->
            switch (event) {
              case RunEvent.ToolCallStarted ignored -> true;
              case RunEvent.ToolCallReconciled reconciled ->
                  reconciled.finding() == Finding.COULD_NOT_TELL;
              default -> false;
            });
  }

  private static boolean hasSucceeded(RunEvent.OfCall event) {
    return switch (event) {
      case RunEvent.ToolCallCompleted ignored -> true;
      case RunEvent.ToolCallResolved resolved -> resolved.verdict() == Verdict.SUCCEEDED;
      case RunEvent.ToolCallReconciled reconciled -> reconciled.finding() == Finding.HAPPENED;
      case RunEvent.ToolCallStarted ignored -> false;
      case RunEvent.ToolCallFailed ignored -> false;
      case RunEvent.ToolCallDeferred ignored -> false;
    };
  }

  private Set<String> where(Predicate<RunEvent.OfCall> condition) {
    return newest.entrySet().stream()
        .filter(entry -> condition.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
