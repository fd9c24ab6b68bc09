/** The database: its kind, schema, transactions, rows and faults. */
@NullMarked
package dev.reprise.platform.jdbc;

import org.jspecify.annotations.NullMarked;
