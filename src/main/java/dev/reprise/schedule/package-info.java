/**
 * Runs started by the clock: schedules, their firings, cooldown, the tick.
 *
 * <p>The rows hold the truth, the timer is only a tick: what is due follows from a schedule's row
 * and the time, so that a server which was away, or another one, goes on where the rows stand.
 * {@link dev.reprise.schedule.recurrence.Recurrence} says when something is due, as a pure
 * function.
 */
@NullMarked
package dev.reprise.schedule;

import org.jspecify.annotations.NullMarked;
