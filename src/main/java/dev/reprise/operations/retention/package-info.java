/**
 * Decides which ended runs to erase, and erases them; and, if a rule says so, which runs to cancel
 * that have not moved for long.
 *
 * <p>One transaction deletes the row of a run first; later ones delete its record and its jobs.
 * Only a run that has ended is erased: one that is cancelled here has an end that its parent, its
 * children, its schedule and its webhooks learn of, and a record that stays as long as others.
 */
@NullMarked
package dev.reprise.operations.retention;

import org.jspecify.annotations.NullMarked;
