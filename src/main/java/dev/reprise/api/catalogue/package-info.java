/** The agents and tools of this server. */
@NullMarked
package dev.reprise.api.catalogue;

import org.jspecify.annotations.NullMarked;
