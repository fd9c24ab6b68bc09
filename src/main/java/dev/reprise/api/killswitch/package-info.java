/** Kill switches: how admins stop something at once, on all servers. */
@NullMarked
package dev.reprise.api.killswitch;

import org.jspecify.annotations.NullMarked;
