/**
 * Where the items of a data set come from: JSON Lines, files of a workspace, queries.
 *
 * <p>A data set is read as a stream, so that its size does not matter to the server's memory, and
 * as a whole: an item that is not valid refuses it, with a list of what is wrong with which line or
 * row.
 */
@NullMarked
package dev.reprise.batch.source;

import org.jspecify.annotations.NullMarked;
