/**
 * What a server depends on may fail, hang or be unavailable: its database, its disk, providers of
 * models, tools, receivers of webhooks. Runs wait or use another provider, and nothing is lost.
 */
@NullMarked
package dev.reprise.crash.outage;

import org.jspecify.annotations.NullMarked;
