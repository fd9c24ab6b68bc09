package dev.reprise.queue;

/**
 * The place of a run in the queue.
 *
 * @param why the reason why the run is queued
 * @param ahead the number of runs of its tenant that have an earlier turn, counted up to {@link
 *     #MAX_AHEAD}
 */
public record QueuePosition(QueuedReason why, int ahead) {

  /** The limit of the count. */
  public static final int MAX_AHEAD = 1000;
}
