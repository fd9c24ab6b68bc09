/**
 * The command line: it verifies files and migrates databases without a server, and asks servers as
 * a client of their API.
 *
 * <p>It is packed as {@code reprise-cli.jar} and is not part of the WAR.
 */
@NullMarked
package dev.reprise.cli;

import org.jspecify.annotations.NullMarked;
