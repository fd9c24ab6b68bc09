/**
 * Which ended runs are erased, and erasing them.
 *
 * <p>The row of a run goes first, in one transaction; its record and its jobs follow.
 */
@NullMarked
package dev.reprise.run.retention;

import org.jspecify.annotations.NullMarked;
