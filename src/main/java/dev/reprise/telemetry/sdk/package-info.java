/**
 * What is added to the server's own OpenTelemetry: ids of traces that follow from ids of runs, and
 * metrics as a page. Only the server loads these classes, and only with the feature mpTelemetry:
 * without it, the classes that they extend are missing.
 */
@NullMarked
package dev.reprise.telemetry.sdk;

import org.jspecify.annotations.NullMarked;
