/**
 * Carries batches out: one job for each, partitioned over ranges of its items.
 *
 * <p>A partition submits the runs of its items to the ordinary queue, and records how they ended.
 * Runs have ids that follow from the batch and the item, so a job that carries a batch on finds the
 * runs of the job before it, on whatever server that was. The rows of the items say where to go on;
 * the checkpoints of the batch runtime are for operators.
 */
@NullMarked
package dev.reprise.execution.batch;

import org.jspecify.annotations.NullMarked;
