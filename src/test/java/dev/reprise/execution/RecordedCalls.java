package dev.reprise.execution;

import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.run.state.CallKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tool calls of a record, by idempotency key; read independently of the product's replay. */
final class RecordedCalls {

  private final Map<String, ToolCall> asked = new HashMap<>();
  private final Map<String, Integer> starts = new HashMap<>();
  private final Map<String, Integer> failures = new HashMap<>();
  private final Set<String> inquired = new HashSet<>();
  private final Map<String, ToolCallEvent> newest = new LinkedHashMap<>();

  /** The child runs that did what calls needed. */
  private final Set<UUID> helpers = new HashSet<>();

  private final Map<Place, UUID> owners = new HashMap<>();
  private List<Place> reply = List.of();

  /** A call as every run of a family of forks identifies it. */
  record Place(String phase, int iteration, String callId) {}

  RecordedCalls(MemoryJournal journal) {
    read(journal);
  }

  private void read(MemoryJournal journal) {
    for (RunEvent event : journal.events()) {
      switch (event) {
        case LifecycleEvent.Forked forked -> {
          read(journal.parent().orElseThrow().cutAfter((int) forked.sequence()));
          takeOver(forked, journal.run());
        }
        case ModelEvent.Replied reply -> asked(reply, journal.run());
        case ChildRunEvent.Returned returned when !isAnswer(returned) -> {
          helpers.add(returned.child());
          newest.remove(key(place(returned))); // the call is made again
        }
        case ToolCallEvent call -> {
          newest.put(key(place(call)), call);
          if (call instanceof ToolCallEvent.Started) {
            starts.merge(key(place(call)), 1, Integer::sum);
          } else if (call instanceof ToolCallEvent.Retrying
              || call instanceof ToolCallEvent.Unknown) {
            failures.merge(key(place(call)), 1, Integer::sum);
          } else if (call instanceof ToolCallEvent.Reconciled) {
            inquired.add(key(place(call)));
          } else if (call instanceof HumanInputEvent.Edited edited) {
            asked.computeIfPresent(
                key(place(call)), (key, it) -> it.with(edited.change().arguments()));
          }
        }
        default -> {}
      }
    }
  }

  /** The end of a child run is the result of no other tool. */
  private boolean isAnswer(ChildRunEvent.Returned event) {
    return call(key(place(event))).tool().equals("delegate");
  }

  private void asked(ModelEvent.Replied event, UUID run) {
    reply =
        event.message().calls().stream()
            .map(call -> new Place(event.phase(), event.iteration(), call.id()))
            .toList();
    for (ToolCall call : event.message().calls()) {
      var place = new Place(event.phase(), event.iteration(), call.id());
      owners.put(place, run);
      asked.put(key(place), call);
    }
  }

  /** A call that no longer belongs to the parent belongs to the fork. */
  private void takeOver(LifecycleEvent.Forked fork, UUID run) {
    for (Place place : reply) {
      if (fork.parent().equals(owners.get(place)) && !fork.calls().contains(place.callId())) {
        ToolCall call = call(key(place));
        owners.put(place, run);
        asked.put(key(place), call);
      }
    }
  }

  private static Place place(ToolCallEvent call) {
    return new Place(call.phase(), call.iteration(), call.callId());
  }

  private String key(Place place) {
    UUID owner = Objects.requireNonNull(owners.get(place), place::toString);
    return CallKey.of(owner, new CallLocation(place.phase(), place.iteration(), place.callId()));
  }

  /** Returns the calls that models requested, whichever run made them. */
  Set<Place> places() {
    return owners.keySet();
  }

  /** Returns the calls that were started, by whichever run. */
  Set<Place> begun() {
    return owners.keySet().stream()
        .filter(place -> starts.containsKey(key(place)))
        .collect(Collectors.toSet());
  }

  ToolCall call(String key) {
    return Objects.requireNonNull(asked.get(key), key);
  }

  /** Returns how often each call was started. */
  Map<String, Integer> starts() {
    return starts;
  }

  /** Returns the calls about whose outcome their tools were asked. */
  Set<String> inquired() {
    return inquired;
  }

  /** Returns how often each call failed, or ended without a known outcome. */
  Map<String, Integer> failures() {
    return failures;
  }

  /**
   * Returns the child runs.
   *
   * @param begun whether to include child runs that may not have been submitted
   */
  Set<UUID> children(boolean begun) {
    Stream<UUID> others =
        newest.values().stream()
            .flatMap(
                event ->
                    switch (event) {
                      case ChildRunEvent.Returned returned -> Stream.of(returned.child());
                      case ChildRunEvent.Delegated delegated when begun ->
                          Stream.of(delegated.child());
                      default -> Stream.of();
                    });
    return Stream.concat(helpers.stream(), others).collect(Collectors.toSet());
  }

  /** Returns the calls that succeeded. */
  Set<String> succeeded() {
    return where(RecordedCalls::hasSucceeded);
  }

  /** Returns the calls that have a result. */
  Set<String> ended() {
    return where(
        event ->
            switch (event) {
              case ToolCallEvent.Failed ignored -> true;
              case HumanInputEvent.Resolved resolved -> resolved.verdict() != OperatorVerdict.RETRY;
              case HumanInputEvent.Decided decided -> !decided.approved();
              case ChildRunEvent.Returned ignored -> true;
              default -> hasSucceeded(event);
            });
  }

  /** Returns the calls in flight: the record does not say whether they happened. */
  Set<String> inFlight() {
    return where(
        event ->
            switch (event) {
              case ToolCallEvent.Started ignored -> true;
              case ToolCallEvent.Unknown ignored -> true;
              case ChildRunEvent.Delegated ignored -> true;
              case ToolCallEvent.Reconciled reconciled ->
                  reconciled.finding() == ReconciliationFinding.COULD_NOT_TELL;
              default -> false;
            });
  }

  private static boolean hasSucceeded(ToolCallEvent event) {
    return switch (event) {
      case ToolCallEvent.Completed ignored -> true;
      case HumanInputEvent.Resolved resolved -> resolved.verdict() == OperatorVerdict.SUCCEEDED;
      case ToolCallEvent.Reconciled reconciled ->
          reconciled.finding() == ReconciliationFinding.HAPPENED;
      case ToolCallEvent.Started ignored -> false;
      case AttemptEvent.CodeRan ignored -> false;
      case AttemptEvent.Charged ignored -> false;
      case ToolCallEvent.Failed ignored -> false;
      case ToolCallEvent.Deferred ignored -> false;
      case ToolCallEvent.Asked ignored -> false;
      case HumanInputEvent.Answered ignored -> true;
      case HumanInputEvent.Decided ignored -> false;
      case HumanInputEvent.Edited ignored -> false;
      case HumanInputEvent.Allowed ignored -> false;
      case HumanInputEvent.Assigned ignored -> false;
      case ReminderEvent ignored -> false;
      case ChildRunEvent.Delegated ignored -> false;
      case ChildRunEvent.Returned returned -> returned.failure().isEmpty();
      case ToolCallEvent.Retrying ignored -> false;
      case ToolCallEvent.Unknown ignored -> false;
    };
  }

  private Set<String> where(Predicate<ToolCallEvent> condition) {
    return newest.entrySet().stream()
        .filter(entry -> condition.test(entry.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
