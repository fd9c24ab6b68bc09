/** What runs may spend, as clients set and see it. */
@NullMarked
package dev.reprise.api.budget;

import org.jspecify.annotations.NullMarked;
