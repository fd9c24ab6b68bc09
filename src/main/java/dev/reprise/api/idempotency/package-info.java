/**
 * Requests that clients may repeat: one with an {@code Idempotency-Key} is carried out once.
 *
 * <p>The key is claimed before the act and its response is stored after it, because a response
 * exists only when the act is committed. Between the two, the id of what the request creates is
 * fixed with the key: a repetition finds what a lost server has created.
 */
@NullMarked
package dev.reprise.api.idempotency;

import org.jspecify.annotations.NullMarked;
