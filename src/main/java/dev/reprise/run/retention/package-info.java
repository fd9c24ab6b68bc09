/**
 * Decides which ended runs to erase, and erases them.
 *
 * <p>One transaction deletes the row of a run first; later ones delete its record and its jobs.
 */
@NullMarked
package dev.reprise.run.retention;

import org.jspecify.annotations.NullMarked;
