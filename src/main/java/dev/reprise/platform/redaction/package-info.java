/** Operators' rules for what must never be stored. */
@NullMarked
package dev.reprise.platform.redaction;

import org.jspecify.annotations.NullMarked;
