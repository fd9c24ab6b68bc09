/**
 * Decides which runs a server may execute: the queue, claims and leases, fair shares, child runs.
 *
 * <p>Servers share only the rows of runs. Every statement that changes a row is fenced, and the
 * database's clock decides whether a lease has expired. Of the runs that are due, {@link
 * dev.reprise.queue.FairShareAllocator} chooses those that get the free places; it is pure.
 */
@NullMarked
package dev.reprise.queue;

import org.jspecify.annotations.NullMarked;
