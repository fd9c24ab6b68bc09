package dev.reprise.budget;

import java.util.Optional;

/**
 * Whose limits of the day a call must keep.
 *
 * @param schedule the schedule that started the run or the run for which it works; empty if none
 *     did
 */
public record Spender(String tenant, String agent, Optional<String> schedule) {}
