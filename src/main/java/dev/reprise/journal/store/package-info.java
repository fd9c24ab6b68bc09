/** Where journals are: the database, with group commit, or the memory of one server. */
@NullMarked
package dev.reprise.journal.store;

import org.jspecify.annotations.NullMarked;
