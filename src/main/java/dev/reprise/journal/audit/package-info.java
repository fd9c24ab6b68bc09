/**
 * The audit record of a tenant: deeds that belong to no run, in a journal of their own with the
 * same chain, seals and files as the journals of runs.
 */
@NullMarked
package dev.reprise.journal.audit;

import org.jspecify.annotations.NullMarked;
