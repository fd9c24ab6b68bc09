/** Messages of people to a run, stored until the holder of the run appends them to its journal. */
@NullMarked
package dev.reprise.run.message;

import org.jspecify.annotations.NullMarked;
