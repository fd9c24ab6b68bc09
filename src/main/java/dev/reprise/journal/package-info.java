/**
 * The record: what happened to a run, in order, until the run is erased.
 *
 * <p>An event is appended once and never changed. Its place is (run, sequence), gap-free from 1;
 * its writer is whoever holds the run's epoch; its hash covers the event before, so that a changed,
 * missing or exchanged row is found when the record is read.
 *
 * <p>The journal of a run that was submitted as not durable is in the memory of one server alone,
 * with the same fence and chain; {@link dev.reprise.journal.store.RoutingJournal} knows which is
 * where.
 *
 * <p>Data names types, roles and kinds by the words of closed registries ({@link
 * dev.reprise.journal.EventType}, {@link dev.reprise.journal.codec.RecordJson}) and never by
 * classes. A form that changes gets the next version; every version is read for ever, and each has
 * a sample among the tests that holds it to that.
 */
@NullMarked
package dev.reprise.journal;

import org.jspecify.annotations.NullMarked;
