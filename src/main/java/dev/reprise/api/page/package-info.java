/** Lists of the API, as a whole and as pages. */
@NullMarked
package dev.reprise.api.page;

import org.jspecify.annotations.NullMarked;
