package dev.reprise.api.idempotency;

import java.util.Optional;

/**
 * The response that a request had.
 *
 * @param location of what it created
 * @param body JSON; empty if there was none
 */
record StoredResponse(int status, Optional<String> location, String body) {}
