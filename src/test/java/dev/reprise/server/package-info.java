/**
 * The real server under test: the WAR that was built, on Open Liberty, over HTTP.
 *
 * <p>Tests use it in two ways. Arquillian manages one server for all tests that only need a running
 * one. {@link dev.reprise.server.ServerProcess} gives a test its own server to kill and start
 * again.
 */
@NullMarked
package dev.reprise.server;

import org.jspecify.annotations.NullMarked;
