package dev.reprise.tool;

/**
 * A database that an operator lets agents read.
 *
 * @param jndi where the server keeps it
 * @param functions what queries may call there
 */
record SqlSource(String name, String jndi, SqlFunctions functions) {}
