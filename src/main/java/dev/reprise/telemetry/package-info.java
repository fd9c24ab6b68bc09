/**
 * What operators see of a server from outside: traces, metrics and the fields of its log. All of it
 * is made with the API of OpenTelemetry, which does nothing unless the server has the feature
 * mpTelemetry. So other rooms measure where something happens, and need not know whether anyone
 * looks.
 */
@NullMarked
package dev.reprise.telemetry;

import org.jspecify.annotations.NullMarked;
