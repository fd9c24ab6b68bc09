/** The catalogue of tools, and how one call is made. */
@NullMarked
package dev.reprise.tool.call;

import org.jspecify.annotations.NullMarked;
