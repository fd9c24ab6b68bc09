package dev.reprise.schedule;

/**
 * How many runs of schedules may be open at the same time, over all servers. A run that waits for a
 * person returns its slot. When it continues, it gets a slot at once, even if that is one too many:
 * a person's decision does not wait.
 *
 * @param overall the limit of all schedules
 * @param tenant the limit of all schedules of a tenant, while other tenants have firings, too
 * @param agent the limit of all schedules of a tenant with the same agent
 * @param waiting how many may wait for a person without a slot; further ones keep theirs
 */
record ConcurrencyLimits(int overall, int tenant, int agent, int waiting) {}
