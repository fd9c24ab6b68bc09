/**
 * What the next call of a run is expected to cost, and whether a limit allows it.
 *
 * <p>The check comes before the call, and a limit that is reached is an event of the run's record.
 * So a run that was held up is held up on each server, until its record says that a person allowed
 * more.
 */
@NullMarked
package dev.reprise.execution.budget;

import org.jspecify.annotations.NullMarked;
