/** Tools that are methods of beans: their declarations and schemas come from the signature. */
@NullMarked
package dev.reprise.tool.method;

import org.jspecify.annotations.NullMarked;
