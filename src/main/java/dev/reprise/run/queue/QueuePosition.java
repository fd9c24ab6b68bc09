package dev.reprise.run.queue;

/**
 * Where a run stands in the queue.
 *
 * @param ahead how many runs of its tenant have their turn before it, counted up to {@link
 *     #MOST_AHEAD}
 */
public record QueuePosition(QueuedReason why, int ahead) {

  /** As far as is counted. */
  public static final int MOST_AHEAD = 1000;
}
