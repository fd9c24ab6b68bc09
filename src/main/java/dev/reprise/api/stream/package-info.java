/** The events of a run as server-sent events. */
@NullMarked
package dev.reprise.api.stream;

import org.jspecify.annotations.NullMarked;
