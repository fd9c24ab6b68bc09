package dev.reprise.api.operations;

import java.util.List;

/**
 * The breakers of all providers and tools that this server has, and of those that others have and
 * that ever opened; by kind and name.
 */
public record BreakerList(List<BreakerView> items) {
  public BreakerList {
    items = List.copyOf(items);
  }
}
