package dev.reprise.history;

import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.run.state.RunState;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Lists the tool calls of a run, those of the newest reply first. It reads the journal backwards in
 * parts, so a page costs as much in a long run as in a short one.
 */
final class CallList {

  /** After how many events a page ends, if it has fewer calls than it may have. */
  private static final int MOST_EVENTS = 5_000;

  private final EventSource events;
  private final Supplier<RunState> forked;

  /**
   * @param forked the state in which the run began, if it is a fork
   */
  CallList(EventSource events, Supplier<RunState> forked) {
    this.events = events;
    this.forked = forked;
  }

  /**
   * Fills a page.
   *
   * @param newest the sequence of the run's newest event
   * @param from where the page begins; empty for the newest call
   */
  void fill(CallPageBuilder page, long newest, Optional<CallPlace> from) {
    if (from.isPresent() && !page.add(reply(from.get(), newest), from.get().calls())) {
      return;
    }
    long end = from.map(CallPlace::reply).orElse(newest + 1);
    long stop = end - MOST_EVENTS;
    while (end > 1) {
      List<ReplyEntry> part = before(end).reversed();
      for (ReplyEntry reply : part) {
        if (!page.add(reply, 0)) {
          return;
        }
      }
      if (part.isEmpty()) {
        return;
      }
      end = part.getLast().place().sequence();
      if (end > 1 && end <= stop) {
        page.endAfter(part.getLast());
        return;
      }
    }
  }

  /** Returns the reply at a place, with all events about its calls. */
  private ReplyEntry reply(CallPlace place, long newest) {
    var fold = new ReplyFold();
    long next = place.reply();
    while (next <= newest && fold.replies().size() <= 1) {
      long end = Math.min(newest + 1, next + EventSource.PAGE);
      events.forEach(next, end, event -> apply(fold, event));
      next = end;
    }
    return fold.replies().stream()
        .findFirst()
        .filter(reply -> reply.place().sequence() == place.reply())
        .orElseThrow(() -> new IllegalArgumentException("no reply is event " + place.reply()));
  }

  /**
   * Returns the newest replies before an event, and at least one, unless there is none.
   *
   * @param end the sequence of a reply, or of the event after the newest
   */
  private List<ReplyEntry> before(long end) {
    long size = EventSource.PAGE;
    while (true) {
      long first = Math.max(1, end - size);
      var fold = new ReplyFold();
      events.forEach(first, end, event -> apply(fold, event));
      List<ReplyEntry> replies = fold.replies();
      if (first == 1 || !replies.isEmpty()) {
        return replies;
      }
      size *= 2;
    }
  }

  private void apply(ReplyFold fold, RecordedEvent recorded) {
    if (recorded.event() instanceof LifecycleEvent.Forked) {
      fold.inherit(forked.get(), recorded);
    }
    fold.apply(recorded);
  }
}
