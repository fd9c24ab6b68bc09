/** Limits for the bodies of requests. */
@NullMarked
package dev.reprise.api.body;

import org.jspecify.annotations.NullMarked;
