/** The pure function from a run's state to its next step. */
@NullMarked
package dev.reprise.run.decision;

import org.jspecify.annotations.NullMarked;
