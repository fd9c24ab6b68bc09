/**
 * The real server under test: the WAR that was built, on Open Liberty, over HTTP.
 *
 * <p>Two ways lead there. Arquillian keeps one server for all tests that only want it running;
 * {@link dev.reprise.server.ServerProcess} gives a test a server of its own to kill and start
 * again.
 */
@NullMarked
package dev.reprise.server;

import org.jspecify.annotations.NullMarked;
