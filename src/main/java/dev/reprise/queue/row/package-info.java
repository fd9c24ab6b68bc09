/**
 * The row of a run: what servers need to claim, list and find runs, and where reading its journal
 * begins.
 *
 * <p>Its columns are status, epoch, lease, owner, labels and the newest {@link
 * dev.reprise.run.Checkpoint}, among others.
 */
@NullMarked
package dev.reprise.queue.row;

import org.jspecify.annotations.NullMarked;
