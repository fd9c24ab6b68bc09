/**
 * Commands that carry out one operation of the API each, as data: a table names the operation, the
 * arguments and the columns, and {@link dev.reprise.cli.operation.Group} makes commands of it.
 */
@NullMarked
package dev.reprise.cli.operation;

import org.jspecify.annotations.NullMarked;
