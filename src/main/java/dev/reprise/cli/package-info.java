/**
 * The command line. What it does to files needs no server, and nothing of one.
 *
 * <p>It is packed as {@code reprise-cli.jar}, and is no part of the WAR.
 */
@NullMarked
package dev.reprise.cli;

import org.jspecify.annotations.NullMarked;
