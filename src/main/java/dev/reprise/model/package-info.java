/**
 * Talking to models: one port, and a provider for each way to get an answer.
 *
 * <p>A provider turns a conversation into a reply and nothing else: it keeps no state between
 * calls, so that any server can make the next call of any run.
 *
 * <p>Providers over HTTP ({@code HttpChatModel}) are LangChain4j's behind a {@code Dialect} each,
 * as far as these lose nothing; its HTTP is done here ({@code ProviderHttp}), so that calls are
 * bounded and can be interrupted. They ask once: whether to ask again is the caller's affair, by
 * the class of the failure.
 */
@NullMarked
package dev.reprise.model;

import org.jspecify.annotations.NullMarked;
