package dev.reprise.api.page;

import java.util.List;

/** A whole list, which needs no pages. */
public record Items<T>(List<T> items) {

  public Items {
    items = List.copyOf(items);
  }
}
