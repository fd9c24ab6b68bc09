/**
 * Shows the product at work, in one run: {@code ./mvnw -Pdemo verify}.
 *
 * <p>It uses the server as any client does, and kills it as no client would.
 */
@NullMarked
package dev.reprise.demo;

import org.jspecify.annotations.NullMarked;
