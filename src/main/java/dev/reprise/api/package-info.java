/**
 * The HTTP surface: resources, the records on the wire, problems, and the stream of events.
 *
 * <p>A resource checks, writes a row or reads the record, and answers at once; carrying runs out is
 * the dispatcher's business, which finds the rows. The runs of schedules are let in here too, by
 * the same checks as those of clients. Every fault answers with a problem of a stable type (RFC
 * 9457), and what belongs to another tenant does not exist here.
 */
@NullMarked
package dev.reprise.api;

import org.jspecify.annotations.NullMarked;
