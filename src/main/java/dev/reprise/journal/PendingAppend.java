package dev.reprise.journal;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * An append on its way into the database. Appends of one run become durable in their order: if one
 * is durable, all before it are too.
 */
public final class PendingAppend {

  private final Position end;
  private final List<RunEvent> events;
  private final CompletableFuture<Integer> durable;
  private final Runnable hurry;

  /**
   * Creates a pending append.
   *
   * @param end see {@link #end}
   * @param events see {@link #events}
   * @param durable see {@link #durable}
   * @param hurry writes it now; called by each thread that waits for it
   */
  public PendingAppend(
      Position end, List<RunEvent> events, CompletableFuture<Integer> durable, Runnable hurry) {
    this.end = end;
    this.events = List.copyOf(events);
    this.durable = durable;
    this.hurry = hurry;
  }

  /** Returns where the journal ends after it, once it is durable. */
  public Position end() {
    return end;
  }

  /**
   * Returns the events as they are recorded, after redaction. A writer uses these and not those it
   * passed in, so that a run is the same before and after a crash.
   */
  public List<RunEvent> events() {
    return events;
  }

  /**
   * Completes when it is durable, with the number of writes that failed before, usually 0; or
   * exceptionally with what {@link #await} throws.
   */
  public CompletionStage<Integer> durable() {
    return durable; // itself: a stage that depends on it would wrap the exception
  }

  /**
   * Writes it now and waits until it is durable.
   *
   * @return its end
   * @throws StaleEpochException if another epoch holds the run, or its journal has another end;
   *     nothing was written
   * @throws JournalUnavailableException if the database did not accept it in time. It was not
   *     written, unless the cause is an {@link dev.reprise.platform.jdbc.InDoubtException}: then it
   *     may have been
   */
  public Position await() {
    if (!durable.isDone()) {
      hurry.run();
    }
    try {
      durable.join();
      return end;
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
