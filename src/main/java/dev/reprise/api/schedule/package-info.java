/** Schedules: create, change, list, trigger, backfill, firings. */
@NullMarked
package dev.reprise.api.schedule;

import org.jspecify.annotations.NullMarked;
