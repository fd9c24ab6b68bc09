/** What the console's files need besides the tests in a browser. */
@NullMarked
package dev.reprise.api.console;

import org.jspecify.annotations.NullMarked;
