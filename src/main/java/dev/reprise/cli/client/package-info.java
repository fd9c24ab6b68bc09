/** The client of a server's API, which the command line and assertions of tests share. */
@NullMarked
package dev.reprise.cli.client;

import org.jspecify.annotations.NullMarked;
