/** What a run did: views of its record as a whole, and of two points in it. */
@NullMarked
package dev.reprise.api.history;

import org.jspecify.annotations.NullMarked;
