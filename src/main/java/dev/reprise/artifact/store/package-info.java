/** Artifacts in the database, one row each, and their JSON form. */
@NullMarked
package dev.reprise.artifact.store;

import org.jspecify.annotations.NullMarked;
