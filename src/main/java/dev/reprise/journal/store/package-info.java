/** Stores journals in the database, with group commit, or in the memory of one server. */
@NullMarked
package dev.reprise.journal.store;

import org.jspecify.annotations.NullMarked;
