/** The tables of schedules and their firings. */
@NullMarked
package dev.reprise.schedule.jdbc;

import org.jspecify.annotations.NullMarked;
