/**
 * Webhooks: how tenants are told what becomes of their runs.
 *
 * <p>The transaction that appends an event also inserts its deliveries ({@link
 * dev.reprise.webhook.WebhookOutbox}), so each event leads to a delivery whenever a server dies. An
 * outbox was chosen over a cursor because the journal has no order over all runs: a cursor would
 * have to wait for appends that may still commit. It costs nothing on the way of a step: events of
 * steps are not told.
 *
 * <p>The rows hold what is due. Any number of servers deliver: each claims a row for the time of a
 * request, and holds neither a transaction nor a connection of the database while a receiver
 * answers.
 */
@NullMarked
package dev.reprise.webhook;

import org.jspecify.annotations.NullMarked;
