package dev.reprise.tool.sql;

import dev.reprise.platform.TenantScope;

/**
 * A database that an operator lets agents read.
 *
 * @param jndi where the server keeps it
 * @param functions what queries may call there
 * @param tenants whose runs may ask it
 * @param allowsRecursion whether {@code WITH RECURSIVE} is let through
 */
record SqlSource(
    String name,
    String jndi,
    SqlFunctions functions,
    TenantScope tenants,
    boolean allowsRecursion) {}
