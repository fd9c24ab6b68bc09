/**
 * A client of the HTTP API for programs in Java: it submits runs, follows them and acts on them.
 *
 * <p>It needs the JDK and Jackson only and is packed as {@code reprise-client.jar}. It is not part
 * of the WAR. Members of answers that it does not know are ignored, and are kept in {@code json}.
 */
@NullMarked
package dev.reprise.client;

import org.jspecify.annotations.NullMarked;
