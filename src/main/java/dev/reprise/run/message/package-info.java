/** Stores what people say to a run, or decide about its calls, until the journal has it. */
@NullMarked
package dev.reprise.run.message;

import org.jspecify.annotations.NullMarked;
