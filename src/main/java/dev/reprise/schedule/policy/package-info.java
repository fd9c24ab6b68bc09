/**
 * What a schedule does about missed due times, overlapping runs and failures.
 *
 * <p>The values are pure, so that each decision can be tested without a clock.
 */
@NullMarked
package dev.reprise.schedule.policy;

import org.jspecify.annotations.NullMarked;
