/** This server process: the work that it repeats, and the faults that only its restart repairs. */
@NullMarked
package dev.reprise.platform.process;

import org.jspecify.annotations.NullMarked;
