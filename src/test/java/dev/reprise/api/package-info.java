/** The HTTP surface, asked over HTTP as any client would. */
@NullMarked
package dev.reprise.api;

import org.jspecify.annotations.NullMarked;
