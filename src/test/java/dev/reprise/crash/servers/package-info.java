/**
 * Servers that share a database share the work. Whatever happens to one of them, each run, batch,
 * due time, decision and budget counts once, as on a single server.
 */
@NullMarked
package dev.reprise.crash.servers;

import org.jspecify.annotations.NullMarked;
