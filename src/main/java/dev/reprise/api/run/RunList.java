package dev.reprise.api.run;

import java.util.List;

/** Runs that belong together, all of them. */
public record RunList(List<RunView> items) {
  public RunList {
    items = List.copyOf(items);
  }
}
