/**
 * Data sets as one job: a batch runs an agent once for each item of a data set.
 *
 * <p>A run keeps the guarantees of an item, so a batch only says which items there are and what
 * became of each. Its rows hold both: any server can carry a batch on from them. Nothing in this
 * package knows the database, the container or the clock.
 */
@NullMarked
package dev.reprise.batch;

import org.jspecify.annotations.NullMarked;
