/**
 * What all runs of an agent, a schedule or a tenant may spend in a day, on all servers together.
 *
 * <p>Limits of one run follow from its record and need no table. A limit that many runs share does:
 * each server takes portions of it by conditional updates, and reserves calls from its portion in
 * memory. So runs do not wait for each other's updates, and servers together never take more than
 * the limit. What a killed server had taken and not spent counts as spent until the end of the day.
 */
@NullMarked
package dev.reprise.budget;

import org.jspecify.annotations.NullMarked;
