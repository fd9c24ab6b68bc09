/** Runs: submit, list, show, events, export, import, erase. */
@NullMarked
package dev.reprise.api.run;

import org.jspecify.annotations.NullMarked;
