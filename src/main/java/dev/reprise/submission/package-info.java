/**
 * Whether a run may be submitted or started again now: the one gate that every path asks. It gives
 * out what the run pins, so that no path submits a run that lacks a tool of its agent.
 */
@NullMarked
package dev.reprise.submission;

import org.jspecify.annotations.NullMarked;
