package dev.reprise.api.page;

import java.util.Optional;

/** A body that is one page of a longer list. The response has a link to the next page. */
public interface Paged {

  /** Returns what requests the next page; empty on the last one. */
  Optional<String> nextCursor();
}
