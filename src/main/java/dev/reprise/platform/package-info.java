/** The few things that every room needs from the machine: JSON, clock, configuration, database. */
@NullMarked
package dev.reprise.platform;

import org.jspecify.annotations.NullMarked;
