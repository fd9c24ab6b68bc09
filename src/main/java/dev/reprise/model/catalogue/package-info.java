/** The models that this server can call. */
@NullMarked
package dev.reprise.model.catalogue;

import org.jspecify.annotations.NullMarked;
