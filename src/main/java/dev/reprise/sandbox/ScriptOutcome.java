package dev.reprise.sandbox;

/**
 * What became of a script.
 *
 * @param output what it had written to its console until then, line by line, cut at the limit with
 *     a mark
 */
public record ScriptOutcome(ScriptResult ending, String output) {}
