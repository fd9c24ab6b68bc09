package dev.reprise.operations.bulk;

/**
 * The right of one server to carry an operation out.
 *
 * @param epoch grows with each claim; what an earlier claim writes is refused
 */
public record BulkClaim(BulkOperation operation, long epoch) {}
