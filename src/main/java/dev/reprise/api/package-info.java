/**
 * The HTTP API: resources, the records of requests and responses, problems, and the stream of
 * events.
 *
 * <p>A resource checks the request, writes a row or reads the record, and responds at once. The
 * dispatcher finds the rows and carries the runs out. Schedules submit their runs here too, by the
 * same checks as clients. Every failure has a problem of a stable type as its response (RFC 9457).
 * What belongs to another tenant does not exist for the caller.
 */
@NullMarked
package dev.reprise.api;

import org.jspecify.annotations.NullMarked;
