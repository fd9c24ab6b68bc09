/**
 * Calls to models: one port, and a provider for each way to get a reply.
 *
 * <p>A provider turns a conversation into a reply and keeps no state between calls, so any server
 * can make the next call of any run.
 *
 * <p>Each protocol over HTTP ({@code HttpChatModel}) has a {@code Dialect}, which writes requests
 * and reads replies as JSON, so that nothing is lost that a provider adds and wants back. {@code
 * ProviderHttp} makes all HTTP calls, so calls are bounded and can be interrupted. A provider makes
 * one call. Its caller decides by the class of the failure whether to retry.
 */
@NullMarked
package dev.reprise.model;

import org.jspecify.annotations.NullMarked;
