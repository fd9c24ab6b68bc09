package dev.reprise.schedule;

/**
 * How many runs of schedules may be on their way at once, over all servers. One that waits for
 * something or somebody is on its way too.
 *
 * @param overall of all schedules
 * @param tenant of all schedules of a tenant
 * @param agent of all schedules of a tenant that have the same agent
 */
record Limits(int overall, int tenant, int agent) {}
