/** The web console, in a real browser against a real server. */
@NullMarked
package dev.reprise.console;

import org.jspecify.annotations.NullMarked;
