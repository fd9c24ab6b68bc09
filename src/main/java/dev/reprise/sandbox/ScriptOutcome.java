package dev.reprise.sandbox;

/**
 * How a script ended, and what it wrote.
 *
 * @param output what it had written to its console by then, line by line, cut at the limit with a
 *     mark
 */
public record ScriptOutcome(ScriptResult ending, String output) {}
