package dev.reprise.execution.tool;

import dev.reprise.agent.ControlTool;
import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Journal;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.ReminderEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.tool.ToolDeclaration;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The recorded results of a run's calls, and of the calls of the runs that it was forked from, up
 * to the fork. Pages that {@link ReadResultTool} returned do not count as results. Tested by {@code
 * ReadResultToolTest}.
 */
final class ResultHistory {

  private static final int PAGE = 200;

  /** How much of a record is in memory at once, besides one event. */
  private static final long PAGE_CHARACTERS = 1024 * 1024;

  private final Wanted wanted;
  private final Set<CallLocation> pages = new HashSet<>();
  private final Set<CallLocation> delegated = new HashSet<>();
  private final List<CallLocation> cut = new ArrayList<>();
  private Optional<String> found = Optional.empty();

  private ResultHistory(Wanted wanted) {
    this.wanted = wanted;
  }

  /**
   * The call to look for: the newest that matches.
   *
   * @param phase where the call was made; empty for any
   * @param iteration where the call was made; empty for any
   */
  record Wanted(String callId, Optional<String> phase, Optional<Integer> iteration) {

    private boolean matches(CallLocation place) {
      return callId.equals(place.callId())
          && phase.map(place.phase()::equals).orElse(true)
          && iteration.map(number -> number == place.iteration()).orElse(true);
    }

    @Override
    public String toString() {
      return "call '%s'%s%s"
          .formatted(
              callId,
              phase.map(" in phase '%s'"::formatted).orElse(""),
              iteration.map(" in iteration %d"::formatted).orElse(""));
    }
  }

  /** Reads the record of a run from its start. */
  static ResultHistory read(Journal journal, UUID run, Wanted wanted) {
    var results = new ResultHistory(wanted);
    parts(journal, run).forEach(part -> results.add(journal, part));
    return results;
  }

  /** Returns the whole result of the wanted call. */
  Optional<String> found() {
    return found;
  }

  /** Returns the calls whose results were cut, oldest first. */
  List<CallLocation> cut() {
    return List.copyOf(cut);
  }

  /** A record up to an event. */
  private record Part(UUID run, long last) {}

  private static Deque<Part> parts(Journal journal, UUID run) {
    Deque<Part> parts = new ArrayDeque<>();
    Optional<Part> next = Optional.of(new Part(run, Long.MAX_VALUE));
    while (next.isPresent()) {
      Part part = next.get();
      parts.push(part);
      next =
          journal.read(part.run(), Position.START, 1).stream()
              .map(RecordedEvent::event)
              .filter(LifecycleEvent.Forked.class::isInstance)
              .map(LifecycleEvent.Forked.class::cast)
              .map(forked -> new Part(forked.parent(), forked.sequence()))
              .findFirst();
    }
    return parts;
  }

  private void add(Journal journal, Part part) {
    Position head = Position.START;
    while (head.sequence() < part.last()) {
      int limit = (int) Math.min(PAGE, part.last() - head.sequence());
      List<RecordedEvent> page = journal.read(part.run(), head, limit, PAGE_CHARACTERS);
      if (page.isEmpty()) {
        return;
      }
      for (RecordedEvent recorded : page) {
        switch (recorded.event()) {
          case ModelEvent.Replied reply -> add(reply);
          case ToolCallEvent event -> add(event);
          default -> {}
        }
      }
      head = page.getLast().position();
    }
  }

  private void add(ModelEvent.Replied reply) {
    reply.calls().stream()
        .filter(it -> it.tool().equals(ControlTool.DELEGATE.toolName()))
        .map(it -> new CallLocation(reply.phase(), reply.iteration(), it.id()))
        .forEach(delegated::add);
  }

  private void add(ToolCallEvent event) {
    switch (event) {
      case ToolCallEvent.Started it -> {
        if (it.tool().equals(ReadResultTool.NAME)) {
          pages.add(it.location());
        }
      }
      case ToolCallEvent.Completed it -> add(it, it.content(), it.limit());
      case HumanInputEvent.Resolved it -> {
        if (it.verdict() == OperatorVerdict.SUCCEEDED) {
          add(it, it.content(), Optional.empty());
        }
      }
      case ToolCallEvent.Reconciled it -> {
        if (it.finding() == ReconciliationFinding.HAPPENED) {
          add(it, it.content(), Optional.empty());
        }
      }
      case HumanInputEvent.Answered it -> add(it, it.answer(), Optional.empty());
      case ChildRunEvent.Returned it -> {
        boolean isResult = delegated.contains(it.location()); // others are made again
        if (isResult && (it.failure().isEmpty() || !it.output().isEmpty())) {
          add(it, it.output(), Optional.empty());
        }
      }
      case AttemptEvent.CodeRan ignored -> {}
      case AttemptEvent.Charged ignored -> {}
      case ToolCallEvent.Failed ignored -> {}
      case ToolCallEvent.Asked ignored -> {}
      case HumanInputEvent.Decided ignored -> {}
      case HumanInputEvent.Edited ignored -> {}
      case HumanInputEvent.Allowed ignored -> {}
      case HumanInputEvent.Assigned ignored -> {}
      case ReminderEvent ignored -> {}
      case ChildRunEvent.Delegated ignored -> {}
      case ToolCallEvent.Deferred ignored -> {}
      case ToolCallEvent.Retrying ignored -> {}
      case ToolCallEvent.Unknown ignored -> {}
    }
  }

  private void add(ToolCallEvent event, String content, Optional<Integer> limit) {
    CallLocation place = event.location();
    if (pages.contains(place)) {
      return;
    }
    if (wanted.matches(place)) {
      found = Optional.of(content);
    }
    int maxBytes = limit.orElse(ToolDeclaration.RESULT_LIMIT);
    if (content.length() > maxBytes / 3 // no character takes more than three bytes
        && content.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
      cut.add(place);
    }
  }
}
