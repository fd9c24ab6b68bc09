/**
 * The record: what happened to a run, in order, for ever.
 *
 * <p>An event is appended once and never changed. Its place is (run, sequence), gap-free from 1;
 * its writer is whoever holds the run's epoch; its hash covers the event before, so that a changed,
 * missing or exchanged row is found when the record is read.
 */
@NullMarked
package dev.reprise.journal;

import org.jspecify.annotations.NullMarked;
