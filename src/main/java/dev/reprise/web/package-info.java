/**
 * How this server asks the web on behalf of agents.
 *
 * <p>What a model writes is never trusted to be harmless: a URL passes {@code SsrfGuard}, which
 * resolves its name once and hands out only addresses that may be connected to, and so does every
 * redirect. {@code PinnedConnector} connects to those and looks nothing up; a {@code
 * GuardedExchange} reads within bounds; {@code WebClient} is the door.
 */
@NullMarked
package dev.reprise.web;

import org.jspecify.annotations.NullMarked;
