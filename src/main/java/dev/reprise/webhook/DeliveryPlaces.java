package dev.reprise.webhook;

import dev.reprise.webhook.ClaimedDelivery.Receiver;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * How many requests a server has open at once: in total, of each tenant and to each webhook.
 *
 * <p>A tenant has at most half of the places that other tenants leave, so there is a place for the
 * next one, however slowly the receivers of one tenant answer. Tenants have their turns one after
 * another, the one with the fewest open requests first, and so do the webhooks of a tenant.
 */
final class DeliveryPlaces {

  private final int ofWebhook;

  // all of these are guarded by this
  private final Map<String, Share> tenants = new HashMap<>();
  private final Map<UUID, Share> webhooks = new HashMap<>();
  private int free;
  private long turns;

  /**
   * What a tenant or a webhook has.
   *
   * @param taken its places
   * @param lastTurn when it last took one, in turns of all
   */
  private record Share(int taken, long lastTurn) {
    private static final Share NONE = new Share(0, 0);
  }

  DeliveryPlaces(int total, int ofWebhook) {
    this.ofWebhook = ofWebhook;
    this.free = total;
  }

  synchronized boolean isFull() {
    return free == 0;
  }

  /** Returns these receivers in the order of their turns. */
  synchronized List<Receiver> inTurn(List<Receiver> receivers) {
    forgetAllBut(receivers);
    return receivers.stream()
        .sorted(
            Comparator.<Receiver>comparingInt(it -> of(it.tenant()).taken())
                .thenComparingLong(it -> of(it.tenant()).lastTurn())
                .thenComparingInt(it -> of(it.webhook()).taken())
                .thenComparingLong(it -> of(it.webhook()).lastTurn()))
        .toList();
  }

  private void forgetAllBut(List<Receiver> receivers) {
    Set<String> present = new HashSet<>();
    Set<UUID> due = new HashSet<>();
    receivers.forEach(it -> present.add(it.tenant()));
    receivers.forEach(it -> due.add(it.webhook()));
    tenants.entrySet().removeIf(it -> it.getValue().taken() == 0 && !present.contains(it.getKey()));
    webhooks.entrySet().removeIf(it -> it.getValue().taken() == 0 && !due.contains(it.getKey()));
  }

  private Share of(String tenant) {
    return tenants.getOrDefault(tenant, Share.NONE);
  }

  private Share of(UUID webhook) {
    return webhooks.getOrDefault(webhook, Share.NONE);
  }

  /** Takes all places that a webhook may have now; returns how many. */
  synchronized int take(Receiver receiver) {
    int ofTenant = of(receiver.tenant()).taken();
    int left = free + ofTenant;
    int most = Math.min((left + 1) / 2 - ofTenant, ofWebhook - of(receiver.webhook()).taken());
    int places = Math.clamp(most, 0, free);
    if (places > 0) {
      free -= places;
      turns++;
      tenants.put(receiver.tenant(), new Share(ofTenant + places, turns));
      webhooks.merge(
          receiver.webhook(),
          new Share(places, turns),
          (before, more) -> new Share(before.taken() + more.taken(), more.lastTurn()));
    }
    return places;
  }

  /** Returns places of a webhook. */
  synchronized void free(Receiver receiver, int places) {
    tenants.computeIfPresent(receiver.tenant(), (id, all) -> without(all, places));
    webhooks.computeIfPresent(receiver.webhook(), (id, all) -> without(all, places));
    free += places;
  }

  private static Share without(Share all, int places) {
    return new Share(all.taken() - places, all.lastTurn());
  }
}
