/**
 * What the servers of one database know of each other: names, starts, shared secrets.
 *
 * <p>Servers find each other by rows alone; they never call each other.
 */
@NullMarked
package dev.reprise.platform.server;

import org.jspecify.annotations.NullMarked;
