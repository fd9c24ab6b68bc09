/** What the driver of PostgreSQL loads: a jar of its own, beside the drivers and not in the WAR. */
@NullMarked
package dev.reprise.platform.jdbc.driver;

import org.jspecify.annotations.NullMarked;
