/** Checks a request for a run and writes the run; used by HTTP and by schedules. */
@NullMarked
package dev.reprise.api.submission;

import org.jspecify.annotations.NullMarked;
