/**
 * What those who operate the servers do with many runs at once: kill switches, maintenance,
 * retention, bulk acts.
 *
 * <p>Every room that calls something on behalf of a run may ask {@code operations.killswitch}, so
 * that package depends on the machine only.
 */
@NullMarked
package dev.reprise.operations;

import org.jspecify.annotations.NullMarked;
