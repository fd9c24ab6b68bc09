/** What protects a stored event: redaction, encryption, hash chain and seal. */
@NullMarked
package dev.reprise.journal.seal;

import org.jspecify.annotations.NullMarked;
