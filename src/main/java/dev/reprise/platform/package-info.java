/**
 * What every room stands on and no room owns: clock, ids, JSON, schema migration, configuration.
 *
 * <p>It knows none of the other rooms, so anything may depend on it without a cycle.
 */
@NullMarked
package dev.reprise.platform;

import org.jspecify.annotations.NullMarked;
