/**
 * The stored form of a run state.
 *
 * <p>It is separate from the state, so that the state can be regrouped while stored checkpoints
 * stay readable.
 */
@NullMarked
package dev.reprise.run.snapshot;

import org.jspecify.annotations.NullMarked;
