package dev.reprise.budget;

import java.math.BigDecimal;

/**
 * A limit of today, and how much of it is used.
 *
 * @param taken what was spent, together with what servers have taken to spend it; at most the limit
 *     unless calls did use more than was expected
 */
public record DayBudget(DayLimit limit, BigDecimal taken) {}
