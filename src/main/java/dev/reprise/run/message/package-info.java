/** Stores messages of people to a run until the run's holder appends them to the journal. */
@NullMarked
package dev.reprise.run.message;

import org.jspecify.annotations.NullMarked;
