/** What every room needs from the machine: JSON, clock, configuration, database and causes. */
@NullMarked
package dev.reprise.platform;

import org.jspecify.annotations.NullMarked;
