/**
 * Batches of requests to a provider, which answers them within a day at a lower price.
 *
 * <p>A submission has an id of this server, which the provider keeps, so that a lost connection
 * never leads to a second submission: {@link dev.reprise.model.batch.BatchModel#find} says what
 * became of the first.
 */
@NullMarked
package dev.reprise.model.batch;

import org.jspecify.annotations.NullMarked;
