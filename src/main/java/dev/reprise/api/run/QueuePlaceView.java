package dev.reprise.api.run;

import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.QueuePosition;
import dev.reprise.queue.QueuedReason;
import java.time.Instant;
import java.util.Optional;

/**
 * Why a queued run is not running.
 *
 * @param reason {@code starting}; {@code not_due_until}; {@code agent_rests_until}: its agent's
 *     breaker is open; {@code suspected}: several servers in a row ended while they carried it out,
 *     so it runs apart from other such runs; {@code tenant_at_limit}; {@code
 *     behind_others_of_tenant}; or {@code servers_busy}: the servers have no free place, or other
 *     tenants have their turn
 * @param ahead how many runs of its tenant come before it, counted up to 1,000
 * @param until when it is due, or when another server may claim it if this one has not begun
 * @param server the server that is about to begin
 * @param running how many runs of its tenant are running; only at the limit
 * @param limit how many of them may run
 */
public record QueuePlaceView(
    String reason,
    int ahead,
    Optional<Instant> until,
    Optional<String> server,
    Optional<Integer> running,
    Optional<Integer> limit) {

  static QueuePlaceView of(QueuePosition place) {
    return switch (place.why()) {
      case QueuedReason.Starting it ->
          of(
              "starting",
              place,
              Optional.of(it.until()),
              Optional.of(ServerIdentity.nameOf(it.owner())));
      case QueuedReason.NotDue it ->
          of("not_due_until", place, Optional.of(it.until()), Optional.empty());
      case QueuedReason.AgentBreakerOpen it ->
          of("agent_rests_until", place, Optional.of(it.until()), Optional.empty());
      case QueuedReason.Suspected ignored ->
          of("suspected", place, Optional.empty(), Optional.empty());
      case QueuedReason.TenantAtLimit(int running, int limit) ->
          new QueuePlaceView(
              "tenant_at_limit",
              place.ahead(),
              Optional.empty(),
              Optional.empty(),
              Optional.of(running),
              Optional.of(limit));
      case QueuedReason.BehindOthersOfTenant ignored ->
          of("behind_others_of_tenant", place, Optional.empty(), Optional.empty());
      case QueuedReason.ServersBusy ignored ->
          of("servers_busy", place, Optional.empty(), Optional.empty());
    };
  }

  private static QueuePlaceView of(
      String reason, QueuePosition place, Optional<Instant> until, Optional<String> server) {
    return new QueuePlaceView(
        reason, place.ahead(), until, server, Optional.empty(), Optional.empty());
  }
}
