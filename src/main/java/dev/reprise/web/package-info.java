/**
 * How this server asks the web on behalf of agents.
 *
 * <p>What a model writes is never trusted to be harmless: a URL passes {@code WebGuard}, which
 * resolves its name once and hands out only addresses that may be connected to, and so does every
 * redirect. {@code Connections} connects to those and looks nothing up; a {@code Visit} reads
 * within bounds; {@code WebClient} is the door.
 */
@NullMarked
package dev.reprise.web;

import org.jspecify.annotations.NullMarked;
