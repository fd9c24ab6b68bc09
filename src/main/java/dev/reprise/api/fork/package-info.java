/** Forks: runs that begin at an event of another run, and what they would cost. */
@NullMarked
package dev.reprise.api.fork;

import org.jspecify.annotations.NullMarked;
