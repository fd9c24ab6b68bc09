/** The loop that works on the phases of a run, and its supervisor. */
@NullMarked
package dev.reprise.execution.phase;

import org.jspecify.annotations.NullMarked;
