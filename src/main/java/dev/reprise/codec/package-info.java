/** The JSON form of an agent's values, shared by records and cassettes. */
@NullMarked
package dev.reprise.codec;

import org.jspecify.annotations.NullMarked;
