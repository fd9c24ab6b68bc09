/** Options that several commands have, and where their values come from. */
@NullMarked
package dev.reprise.cli.options;

import org.jspecify.annotations.NullMarked;
