/** Record files: export, import and verification. */
@NullMarked
package dev.reprise.journal.file;

import org.jspecify.annotations.NullMarked;
