/** Traces and metrics of runs while they are carried out. */
@NullMarked
package dev.reprise.execution.telemetry;

import org.jspecify.annotations.NullMarked;
