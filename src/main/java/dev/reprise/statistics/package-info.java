/**
 * What the runs of a tenant did, by time: how many, how they ended, how long they took, what they
 * cost.
 *
 * <p>Each server counts the events that it appends, in memory, and adds the sums to those of all
 * servers every few seconds: no run waits for it. A server that is killed loses what it counted
 * since. So these are numbers to look at; what a run may spend follows from its record.
 */
@NullMarked
package dev.reprise.statistics;

import org.jspecify.annotations.NullMarked;
