/**
 * What those who operate the servers set for all runs at once. Every room that calls something on
 * behalf of a run may ask it, so it depends on the machine only.
 */
@NullMarked
package dev.reprise.operations;

import org.jspecify.annotations.NullMarked;
