/** The prices of tokens. */
@NullMarked
package dev.reprise.model.price;

import org.jspecify.annotations.NullMarked;
