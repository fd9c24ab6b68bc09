/**
 * What runs may have done after the moment to which their database was restored, so that a person
 * can look before they repeat it.
 */
@NullMarked
package dev.reprise.api.restore;

import org.jspecify.annotations.NullMarked;
