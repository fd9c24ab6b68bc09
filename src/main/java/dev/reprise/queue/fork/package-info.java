/** Creates runs from the records of other runs: forks, imports, and runs that undo calls. */
@NullMarked
package dev.reprise.queue.fork;

import org.jspecify.annotations.NullMarked;
