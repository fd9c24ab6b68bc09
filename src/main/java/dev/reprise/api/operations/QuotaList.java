package dev.reprise.api.operations;

import java.util.List;

/** The quotas of the caller's tenant that are paused; by provider and model. */
public record QuotaList(List<QuotaView> items) {
  public QuotaList {
    items = List.copyOf(items);
  }
}
