package dev.reprise.agent.message;

/**
 * A sentence for people, with what it says for programs.
 *
 * @param sentence in English
 */
public record Explained(String sentence, Explanation explanation) {}
