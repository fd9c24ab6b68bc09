/**
 * What people do to a run: cancel, pause, resume, retry, steer, migrate, and decide about model and
 * tool calls.
 */
@NullMarked
package dev.reprise.api.control;

import org.jspecify.annotations.NullMarked;
