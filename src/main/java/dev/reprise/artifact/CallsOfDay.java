package dev.reprise.artifact;

import java.time.LocalDate;

/**
 * How the calls of one day ended.
 *
 * @param day in UTC
 */
public record CallsOfDay(LocalDate day, long successes, FailureCounts failures) {}
