package dev.reprise.web;

import dev.reprise.resilience.Fault;
import java.net.URI;

/** What came with an answer. */
public sealed interface WebBody {

  /**
   * Text, whole; empty if nothing came.
   *
   * @param raw as it came, decoded
   * @param type its media type in lower case, without parameters
   * @param base of the links in it
   */
  record Text(String raw, String type, URI base) implements WebBody {

    /** Returns what a person would read of it: of HTML its text as Markdown, else all. */
    public String readable() {
      return type.equals("text/html") || type.equals("application/xhtml+xml")
          ? HtmlToMarkdown.of(raw, base)
          : raw;
    }
  }

  /**
   * Something that was not read.
   *
   * @param code {@code not_text} or {@code too_large}
   * @param reason one sentence that says what it is and what is read
   */
  record Unread(String code, String reason) implements WebBody {}

  /** Something that broke off behind the status. */
  record BrokenOff(Fault fault) implements WebBody {}
}
