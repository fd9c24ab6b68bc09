/** Batches: agents over data sets. */
@NullMarked
package dev.reprise.api.batch;

import org.jspecify.annotations.NullMarked;
