/** The JSON form of an agent's values, shared by records and cassettes, and JSON templates. */
@NullMarked
package dev.reprise.codec;

import org.jspecify.annotations.NullMarked;
