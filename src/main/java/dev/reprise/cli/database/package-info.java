/** The schema of a PostgreSQL database, and the copy of a Derby database into one. */
@NullMarked
package dev.reprise.cli.database;

import org.jspecify.annotations.NullMarked;
