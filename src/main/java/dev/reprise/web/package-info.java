/**
 * Requests to the web: those of agents, and those that webhooks receive.
 *
 * <p>A URL that a model or a user writes is never trusted. {@code SsrfGuard} checks it and every
 * redirect: it resolves the name once and returns only allowed addresses. {@code PinnedConnector}
 * connects to these and looks up nothing. A {@code GuardedExchange} reads within bounds, and {@code
 * WebClient} is the entry point.
 */
@NullMarked
package dev.reprise.web;

import org.jspecify.annotations.NullMarked;
