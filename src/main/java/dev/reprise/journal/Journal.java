package dev.reprise.journal;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The journals of all runs. */
public interface Journal {

  /** How many events {@link #readAll} reads at once. */
  int PAGE = 500;

  /**
   * Appends events behind {@code head}, all or none, together with a change of the run's row.
   *
   * <p>Returns at once: what the events say may be believed, but not shown or acted on outside
   * before the append is durable. A caller that must not go on waits for {@link
   * PendingAppend#await}. The call itself waits only while more is on its way than fits into
   * memory.
   *
   * @param head where the writer believes the journal to end: behind its previous append
   * @param events at least one
   * @throws JournalUnavailableException if there was no room for them in time, because the database
   *     is slow or gone; nothing was written
   */
  PendingAppend append(
      Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate row);

  /** Appends events behind {@code head} without another change of the run's row. */
  default PendingAppend append(Writer writer, Position head, List<? extends RunEvent> events) {
    return append(
        writer,
        head,
        events,
        FencedUpdate.advance(writer, head.sequence(), head.sequence() + events.size()));
  }

  /**
   * Returns whether a run waits for each append, and fails if the database did not take one at once
   * ({@code reprise.durability=required}).
   */
  default boolean isRequired() {
    return false;
  }

  /**
   * Reads on behind a position, verifying the chain.
   *
   * @param after where reading goes on; {@link Position#START} for all
   * @param limit at most so many events, at least 1
   * @return the events in order, fewer than the limit where they are large; none only at the end of
   *     the journal
   * @throws BrokenRecordException if a row was changed, is missing or cannot be read
   */
  List<RecordedEvent> read(UUID run, Position after, int limit);

  /**
   * Reads all that is behind a position, a page at a time as the stream is worked through.
   *
   * @throws BrokenRecordException as {@link #read(UUID, Position, int)} does, also out of the
   *     stream
   */
  default Stream<RecordedEvent> readAll(UUID run, Position after) {
    return Stream.iterate(
            read(run, after, PAGE),
            page -> !page.isEmpty(),
            page -> read(run, page.getLast().position(), PAGE))
        .flatMap(List::stream);
  }

  /**
   * Reads on behind a position as above, but no more once the payloads have so many characters
   * together; at least one event, if there is one.
   */
  default List<RecordedEvent> read(UUID run, Position after, int limit, long characters) {
    return read(run, after, limit);
  }

  /**
   * Returns the place of an event.
   *
   * @param sequence at least 0
   * @throws IllegalArgumentException if the journal does not reach so far
   */
  Position position(UUID run, long sequence);

  /**
   * Has the journal of a run kept in this server's memory alone; to be called before its first
   * append. It is lost with the server.
   */
  default void keepInMemory(UUID run) {
    throw new UnsupportedOperationException("nothing is kept in memory alone");
  }

  /** Returns where a run's journal ends that is in this server's memory alone, if it is. */
  default Optional<Position> endInMemory(UUID run) {
    return Optional.empty();
  }

  /** Drops the journal of a run from this server's memory, if it is there. */
  default void forget(UUID run) {}
}
