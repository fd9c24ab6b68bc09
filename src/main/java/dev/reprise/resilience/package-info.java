/**
 * How the product reacts to failure: one set of failure classes, retries, circuit breakers and
 * pauses of quotas; and the tables in which servers share breakers and pauses.
 *
 * <p>Plain Java with an injected clock, random numbers and sleeper. So all of it is tested without
 * sleeping, and can be used outside of a server.
 */
@NullMarked
package dev.reprise.resilience;

import org.jspecify.annotations.NullMarked;
