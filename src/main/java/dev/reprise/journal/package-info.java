/**
 * The record: the events of a run, in order, until the run is erased.
 *
 * <p>An event is appended once and never changed. Its place is (run, sequence), without gaps from
 * 1. Its writer is the server that holds the run's epoch. Its hash covers the event before, so that
 * a reader finds a changed, missing or exchanged row.
 *
 * <p>The journal of a run that was submitted as not durable is in the memory of one server only,
 * with the same fence and chain. {@link dev.reprise.journal.store.RoutingJournal} knows where each
 * journal is.
 *
 * <p>Stored data names types, roles and kinds by the words of closed registries ({@link
 * dev.reprise.journal.EventType}, {@link dev.reprise.journal.codec.RecordJson}) and never by
 * classes. A changed form gets the next version. Every version stays readable, and a sample of each
 * among the tests proves it.
 *
 * <p>A new event is added in four places:
 *
 * <ol>
 *   <li>its record, in one of the families of {@link dev.reprise.journal.RunEvent}, with {@code
 *       mapContents} beside its components;
 *   <li>its constant in {@link dev.reprise.journal.EventType};
 *   <li>its effect on the run, in {@code dev.reprise.run.state}: the compiler names each {@code
 *       switch} that lacks it;
 *   <li>its stored form, in {@code src/test/resources/journal/<type>-1.json}.
 * </ol>
 *
 * <p>The codec, redaction, the stream and the API document follow from these.
 */
@NullMarked
package dev.reprise.journal;

import org.jspecify.annotations.NullMarked;
