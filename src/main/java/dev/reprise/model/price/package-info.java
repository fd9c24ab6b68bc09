/** What tokens cost. */
@NullMarked
package dev.reprise.model.price;

import org.jspecify.annotations.NullMarked;
