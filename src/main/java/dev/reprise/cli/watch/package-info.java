/** A run as a person watches it: what happens, how far it is, what it costs, what it waits for. */
@NullMarked
package dev.reprise.cli.watch;

import org.jspecify.annotations.NullMarked;
