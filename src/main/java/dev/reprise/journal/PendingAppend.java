package dev.reprise.journal;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * An append on its way into the database. Appends of one run become durable in their order, so one
 * that is durable has all before it durable too.
 */
public final class PendingAppend {

  private final Position end;
  private final List<RunEvent> events;
  private final CompletableFuture<Integer> durable;
  private final Runnable hurry;

  /**
   * An append that ends here.
   *
   * @param events see {@link #events}
   * @param durable see {@link #durable}
   * @param hurry has it written now; called by whoever waits for it
   */
  public PendingAppend(
      Position end, List<RunEvent> events, CompletableFuture<Integer> durable, Runnable hurry) {
    this.end = end;
    this.events = List.copyOf(events);
    this.durable = durable;
    this.hurry = hurry;
  }

  /** Returns where the journal ends behind it, once it is durable. */
  public Position end() {
    return end;
  }

  /**
   * Returns what was appended as it is recorded: without what was redacted. A writer believes this
   * and not what it gave, so that a run is the same before and behind a crash.
   */
  public List<RunEvent> events() {
    return events;
  }

  /**
   * Completes when it is durable, with the number of times that the database failed before it took
   * it, mostly 0; or exceptionally with what {@link #await} throws.
   */
  public CompletionStage<Integer> durable() {
    return durable.minimalCompletionStage();
  }

  /**
   * Has it written now and waits until it is durable.
   *
   * @return its end
   * @throws StaleEpochException if the run is held with another epoch, or has moved on; nothing was
   *     written
   * @throws JournalUnavailableException if the database did not take it in time; it was not
   *     written, unless its cause is an {@link dev.reprise.platform.jdbc.InDoubtException}: then it
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
