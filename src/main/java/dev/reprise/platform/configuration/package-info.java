/**
 * The configuration of this server as a whole: the file that holds it, and its check at the start.
 * The application starts only with a valid configuration; all errors are reported at once.
 */
@NullMarked
package dev.reprise.platform.configuration;

import org.jspecify.annotations.NullMarked;
