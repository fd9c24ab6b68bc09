/** What was done in a run and what people said about it, as they read it. */
@NullMarked
package dev.reprise.history;

import org.jspecify.annotations.NullMarked;
