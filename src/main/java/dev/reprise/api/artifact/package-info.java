/** Generated tools: list, show, import, promote, quarantine, roll back and bless them. */
@NullMarked
package dev.reprise.api.artifact;

import org.jspecify.annotations.NullMarked;
