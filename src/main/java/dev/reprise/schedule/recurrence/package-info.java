/** When a schedule is due: cron expressions and rates, as pure functions. */
@NullMarked
package dev.reprise.schedule.recurrence;

import org.jspecify.annotations.NullMarked;
