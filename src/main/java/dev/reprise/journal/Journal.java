package dev.reprise.journal;

import java.util.List;
import java.util.UUID;

/** The journals of all runs. */
public interface Journal {

  /**
   * Appends events behind {@code head}, all or none; when this returns, they are durable (or will
   * be with the transaction that the caller is in).
   *
   * @param epoch that the writer holds the run with
   * @param head where the writer believes the journal to end
   * @return the new end
   * @throws StaleEpoch if the run is held with another epoch, or has moved on; nothing was written
   */
  Position append(UUID run, long epoch, Position head, List<? extends RunEvent> events);

  /**
   * Reads on behind a position, verifying the chain.
   *
   * @param after where reading goes on; {@link Position#START} for all
   * @param limit at most so many events, at least 1
   * @return the events in order; fewer than the limit at the end of the journal
   * @throws BrokenRecord if a row was changed, is missing or cannot be read
   */
  List<Recorded> read(UUID run, Position after, int limit);

  /**
   * Returns the place of an event.
   *
   * @param sequence at least 0
   * @throws IllegalArgumentException if the journal does not reach so far
   */
  Position position(UUID run, long sequence);

  /** Returns the place of the newest event. */
  Position head(UUID run);
}
