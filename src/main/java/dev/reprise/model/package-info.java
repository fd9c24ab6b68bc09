/**
 * Talking to models: one port, and a provider for each way to get an answer.
 *
 * <p>A provider turns a conversation into a reply and nothing else: it keeps no state between
 * calls, so that any server can make the next call of any run.
 */
@NullMarked
package dev.reprise.model;

import org.jspecify.annotations.NullMarked;
