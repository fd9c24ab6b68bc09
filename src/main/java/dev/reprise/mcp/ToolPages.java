package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.mcp.transport.ConnectionLostException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a server's list of tools page by page. An empty cursor is a cursor: some servers have a
 * page after it, and others mean the end by it and then begin again. So the list ends where a
 * cursor comes for the second time, and a page that repeats an earlier one adds nothing. Tested by
 * {@code HostileServerTest}.
 */
final class ToolPages {

  private static final int MAX_PAGES = 100;
  private static final int MAX_TOOLS = 1_000;

  private final Source source;
  private final List<ListedTool> tools = new ArrayList<>();
  private final Set<JsonNode> pages = new HashSet<>();
  private final Set<JsonNode> cursors = new HashSet<>();
  private Optional<String> oddity = Optional.empty();

  /** Gives the pages. */
  interface Source {

    /**
     * Returns a page.
     *
     * @param cursor from the page before; empty for the first page
     * @throws RequestRefusedException if the server answers with an error
     */
    JsonNode page(Optional<JsonNode> cursor) throws IOException, InterruptedException;
  }

  /**
   * All tools of a server.
   *
   * @param oddity how the list ended, if not by its last page; the server is the subject
   */
  record Listing(List<ListedTool> tools, Optional<String> oddity) {

    static final Listing NONE = new Listing(List.of(), Optional.empty());

    Listing {
      tools = List.copyOf(tools);
    }
  }

  private ToolPages(Source source) {
    this.source = source;
  }

  /**
   * Reads all pages.
   *
   * @throws IOException if a page cannot be had, or none has a list, or there are more than 1,000
   *     tools or 100 pages
   */
  static Listing read(Source source) throws IOException, InterruptedException {
    return new ToolPages(source).read();
  }

  private Listing read() throws IOException, InterruptedException {
    Optional<JsonNode> cursor = Optional.empty();
    for (int page = 0; page < MAX_PAGES && tools.size() <= MAX_TOOLS; page++) {
      Optional<JsonNode> next;
      try {
        next = cursorAfter(add(source.page(cursor)));
      } catch (RequestRefusedException e) {
        if (cursor.filter(it -> it.asText().isEmpty()).isEmpty()) {
          throw e;
        }
        return ended("ends its list of tools with an empty cursor, which it then refuses");
      }
      if (next.isEmpty() && tools.size() <= MAX_TOOLS) {
        if (tools.isEmpty() && oddity.isPresent()) {
          throw new ConnectionLostException("lists tools in what is no list");
        }
        return new Listing(tools, oddity);
      }
      if (next.filter(cursors::add).isEmpty()) {
        return ended("repeats a cursor in its list of tools, which ends there");
      }
      cursor = next;
    }
    throw new ConnectionLostException(
        "lists more than %d tools, or on more than %d pages".formatted(MAX_TOOLS, MAX_PAGES));
  }

  private Listing ended(String oddity) {
    return new Listing(tools, Optional.of(oddity));
  }

  private JsonNode add(JsonNode page) {
    JsonNode listed = page.path("tools");
    if (listed.isArray() && pages.add(listed)) {
      listed.forEach(tool -> tools.add(ListedTool.of(tool)));
    } else if (!listed.isArray() && !listed.isMissingNode() && !listed.isNull()) {
      oddity = Optional.of("lists tools in what is no list, which is left out");
    }
    return page;
  }

  private static Optional<JsonNode> cursorAfter(JsonNode page) {
    return Optional.of(page.path("nextCursor")).filter(it -> !it.isMissingNode() && !it.isNull());
  }
}
