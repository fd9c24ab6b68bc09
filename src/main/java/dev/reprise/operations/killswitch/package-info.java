/** Kill switches: what admins have stopped at once, on all servers, until they release it. */
@NullMarked
package dev.reprise.operations.killswitch;

import org.jspecify.annotations.NullMarked;
