/** How a server that is put into maintenance lets go of its runs. */
@NullMarked
package dev.reprise.execution.maintenance;

import org.jspecify.annotations.NullMarked;
