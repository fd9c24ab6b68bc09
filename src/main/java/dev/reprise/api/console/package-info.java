/**
 * What the web console needs beside its static files and the API: headers for its pages, and which
 * logins exist.
 *
 * <p>The console is a client of the API like any other, so nothing here reads runs.
 */
@NullMarked
package dev.reprise.api.console;

import org.jspecify.annotations.NullMarked;
