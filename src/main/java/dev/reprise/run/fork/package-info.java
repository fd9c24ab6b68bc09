/** Runs made from the record of another: forks, imports, and runs that undo. */
@NullMarked
package dev.reprise.run.fork;

import org.jspecify.annotations.NullMarked;
