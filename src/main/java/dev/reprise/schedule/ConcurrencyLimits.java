package dev.reprise.schedule;

/**
 * How many runs of schedules may be on their way at once, over all servers. One that waits for a
 * person has given its slot back; when it goes on it has one again at once, though that be one too
 * many: what a person has said is not kept waiting.
 *
 * @param overall of all schedules
 * @param tenant of all schedules of a tenant
 * @param agent of all schedules of a tenant that have the same agent
 * @param waiting how many may wait for a person without a slot; further ones keep theirs
 */
record ConcurrencyLimits(int overall, int tenant, int agent, int waiting) {}
