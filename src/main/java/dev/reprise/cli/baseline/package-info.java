/**
 * Baselines: what a run did, captured in a file, with which later runs of the same scenario are
 * compared step by step.
 *
 * <p>A baseline has what a run did and not how: no times, ids, attempts or changes of servers. So a
 * run with scripted or recorded models gives the same trace each time, also after a crash.
 */
@NullMarked
package dev.reprise.cli.baseline;

import org.jspecify.annotations.NullMarked;
