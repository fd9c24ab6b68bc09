package dev.reprise.webhook;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** How many requests a server has open at once, in total and to each webhook. */
final class DeliveryPlaces {

  private final int ofWebhook;
  private final Map<UUID, Integer> taken = new HashMap<>(); // guarded by this, as is the next
  private int free;

  DeliveryPlaces(int total, int ofWebhook) {
    this.free = total;
    this.ofWebhook = ofWebhook;
  }

  synchronized boolean isFull() {
    return free == 0;
  }

  /** Takes all places that a webhook may have now; returns how many. */
  synchronized int take(UUID webhook) {
    int present = taken.getOrDefault(webhook, 0);
    int places = Math.min(free, ofWebhook - present);
    if (places > 0) {
      taken.put(webhook, present + places);
      free -= places;
    }
    return places;
  }

  /** Returns places of a webhook. */
  synchronized void free(UUID webhook, int places) {
    taken.computeIfPresent(webhook, (id, all) -> all == places ? null : all - places);
    free += places;
  }
}
