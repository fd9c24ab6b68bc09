/** What operators watch and change: queue, retention, breakers, rate limits, MCP servers. */
@NullMarked
package dev.reprise.api.operations;

import org.jspecify.annotations.NullMarked;
