package dev.reprise.tool.sql;

import dev.reprise.platform.TenantScope;

/**
 * A database that an operator lets agents read.
 *
 * @param jndi the JNDI name of its data source in the server
 * @param functions that queries may call there
 * @param tenants whose runs may query it
 * @param allowsRecursion whether {@code WITH RECURSIVE} is allowed
 */
record SqlSource(
    String name,
    String jndi,
    SqlFunctions functions,
    TenantScope tenants,
    boolean allowsRecursion) {}
