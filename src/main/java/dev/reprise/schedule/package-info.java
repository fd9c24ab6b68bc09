/**
 * Runs that the clock starts: schedules, their firings, cooldown, the tick.
 *
 * <p>The rows hold the state, and the timer only ticks. What is due follows from a schedule's row
 * and the time, so a server that was stopped, or another one, continues from the rows. {@link
 * dev.reprise.schedule.recurrence.Recurrence} computes due times as a pure function.
 */
@NullMarked
package dev.reprise.schedule;

import org.jspecify.annotations.NullMarked;
