/** Following a run over server-sent events, however often the connection is lost. */
@NullMarked
package dev.reprise.client.stream;

import org.jspecify.annotations.NullMarked;
