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
   * Appends events after {@code head}, all or none, together with a change of the run's row.
   *
   * <p>Returns at once. The caller may rely on the events, but must not show them or act on them
   * outside before the append is durable; {@link PendingAppend#await} waits for that. The call
   * itself waits only while pending appends fill the memory set aside for them.
   *
   * @param head where the writer expects the journal to end: after its previous append
   * @param events at least one
   * @throws JournalUnavailableException if there was no room for them in time, because the database
   *     is slow or unavailable; nothing was written
   */
  PendingAppend append(
      Writer writer, Position head, List<? extends RunEvent> events, FencedUpdate row);

  /** Appends events after {@code head} and changes nothing else in the run's row. */
  default PendingAppend append(Writer writer, Position head, List<? extends RunEvent> events) {
    return append(writer, head, events, FencedUpdate.ONLY_ADVANCE);
  }

  /**
   * Returns whether a run waits for each append, and fails if the database did not accept one at
   * once ({@code reprise.durability=required}).
   */
  default boolean isRequired() {
    return false;
  }

  /**
   * Reads the events after a position and verifies the chain.
   *
   * @param after {@link Position#START} for all
   * @param limit the greatest number of events, at least 1
   * @return the events in order, fewer than the limit if they are large; none only at the end of
   *     the journal
   * @throws BrokenRecordException if a row was changed, is missing or cannot be read
   */
  List<RecordedEvent> read(UUID run, Position after, int limit);

  /**
   * Reads all events after a position, one page at a time as the stream is consumed.
   *
   * @throws BrokenRecordException as {@link #read(UUID, Position, int)} does, also while the stream
   *     is consumed
   */
  default Stream<RecordedEvent> readAll(UUID run, Position after) {
    return Stream.iterate(
            read(run, after, PAGE),
            page -> !page.isEmpty(),
            page -> read(run, page.getLast().position(), PAGE))
        .flatMap(List::stream);
  }

  /**
   * Reads like {@link #read(UUID, Position, int)}, but stops when the payloads together have a
   * number of characters. Returns at least one event, if there is one.
   */
  default List<RecordedEvent> read(UUID run, Position after, int limit, long characters) {
    return read(run, after, limit);
  }

  /**
   * Returns the place of an event.
   *
   * @param sequence at least 0
   * @throws IllegalArgumentException if the journal has no such event
   */
  Position position(UUID run, long sequence);

  /**
   * Keeps the journal of a run in this server's memory only. Call it before the run's first append.
   * The journal is lost with the server.
   */
  default void keepInMemory(UUID run) {
    throw new UnsupportedOperationException("this journal keeps nothing in memory only");
  }

  /** Returns the end of a run's journal, if the journal is in this server's memory only. */
  default Optional<Position> endInMemory(UUID run) {
    return Optional.empty();
  }

  /** Drops the journal of a run from this server's memory, if it is there. */
  default void forget(UUID run) {}
}
