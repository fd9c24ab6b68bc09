/** Webhooks: create, change, list and delete them; their deliveries. */
@NullMarked
package dev.reprise.api.webhook;

import org.jspecify.annotations.NullMarked;
