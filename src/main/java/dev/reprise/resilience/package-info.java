/**
 * What is done about failure: one taxonomy of it, retries, breakers and pauses of quotas; and the
 * tables in which servers share the latter two.
 *
 * <p>Plain Java over an injected clock, random numbers and way of waiting, so that everything here
 * is tested without sleeping and can be used outside of a server.
 */
@NullMarked
package dev.reprise.resilience;

import org.jspecify.annotations.NullMarked;
