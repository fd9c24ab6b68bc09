/** Bounds that models and tools share: circuit breakers, rate limit pauses, concurrency. */
@NullMarked
package dev.reprise.execution.guard;

import org.jspecify.annotations.NullMarked;
