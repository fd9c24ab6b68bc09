package dev.reprise.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Fills a page of tool calls, reply by reply, the newest first. */
final class CallPageBuilder {

  private final int limit;
  private final Predicate<CallEntry> wanted;
  private final List<CallEntry> found = new ArrayList<>();
  private Optional<CallPlace> next = Optional.empty();

  CallPageBuilder(int limit, Predicate<CallEntry> wanted) {
    this.limit = limit;
    this.wanted = wanted;
  }

  /**
   * Adds the wanted calls of a reply, as far as they fit.
   *
   * @param first the index of the first call that is not on an earlier page
   * @return whether all of them fit
   */
  boolean add(ReplyEntry reply, int first) {
    for (int i = first; i < reply.calls().size(); i++) {
      CallEntry call = reply.calls().get(i);
      if (wanted.test(call)) {
        if (found.size() == limit) {
          next = Optional.of(new CallPlace(reply.place().sequence(), i));
          return false;
        }
        found.add(call);
      }
    }
    return true;
  }

  /** Ends the page although older replies follow. */
  void endAfter(ReplyEntry reply) {
    next = Optional.of(new CallPlace(reply.place().sequence(), reply.calls().size()));
  }

  CallPage page() {
    return new CallPage(found, next);
  }
}
