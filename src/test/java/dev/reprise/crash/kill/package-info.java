/**
 * A run survives any death of its server: {@code kill -9} at every point of a step, a clean stop,
 * and runs that end servers themselves. It continues where its record ends, and no step with an
 * effect happens twice.
 */
@NullMarked
package dev.reprise.crash.kill;

import org.jspecify.annotations.NullMarked;
