/**
 * The state of a run: an immutable value, folded from the events of its journal.
 *
 * <p>Everything here is pure: no database, no container, no clock. The same events give the same
 * state on every server.
 */
@NullMarked
package dev.reprise.run.state;

import org.jspecify.annotations.NullMarked;
