/**
 * What every room needs from the machine: JSON, clock, configuration, database and causes; work
 * that a server repeats, and the faults that only its restart repairs.
 */
@NullMarked
package dev.reprise.platform;

import org.jspecify.annotations.NullMarked;
