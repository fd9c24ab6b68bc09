package dev.reprise.artifact;

/**
 * When an artifact is repaired, and when it is rewritten.
 *
 * @param maxRepairs how often code is repaired before it is rewritten
 * @param degradedFrom the recent failure rate, above 0 and up to 1, from which code needs repair
 */
public record HealthRules(int maxRepairs, double degradedFrom) {}
