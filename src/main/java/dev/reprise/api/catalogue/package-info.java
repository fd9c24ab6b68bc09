/** The agents and tools that this server has. */
@NullMarked
package dev.reprise.api.catalogue;

import org.jspecify.annotations.NullMarked;
