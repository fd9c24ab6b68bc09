/** Who asks, as the server knows them. */
@NullMarked
package dev.reprise.api.caller;

import org.jspecify.annotations.NullMarked;
