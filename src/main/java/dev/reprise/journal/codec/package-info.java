/** Events as JSON: the stored forms of each version, and what redaction changes in them. */
@NullMarked
package dev.reprise.journal.codec;

import org.jspecify.annotations.NullMarked;
