/**
 * The page of metrics for Prometheus, and the metrics that say how things are at a moment, which
 * are read from the database when someone collects them.
 */
@NullMarked
package dev.reprise.api.metrics;

import org.jspecify.annotations.NullMarked;
