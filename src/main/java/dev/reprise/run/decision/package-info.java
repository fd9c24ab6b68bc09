/**
 * The pure functions from a run's state to its next step, and from its servers' deaths to its next
 * start.
 */
@NullMarked
package dev.reprise.run.decision;

import org.jspecify.annotations.NullMarked;
