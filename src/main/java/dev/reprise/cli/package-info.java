/**
 * The command line, which works on files without a server.
 *
 * <p>It is packed as {@code reprise-cli.jar} and is not part of the WAR.
 */
@NullMarked
package dev.reprise.cli;

import org.jspecify.annotations.NullMarked;
