/**
 * The tables of batches and their items, in SQL that Derby and PostgreSQL both run.
 *
 * <p>A transaction that changes items locks the row of their batch first, so that the order in
 * which items end has no gaps that fill up later.
 */
@NullMarked
package dev.reprise.batch.store;

import org.jspecify.annotations.NullMarked;
