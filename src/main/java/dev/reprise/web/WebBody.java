package dev.reprise.web;

import dev.reprise.resilience.Fault;
import java.net.URI;

/** The body of a response. */
public sealed interface WebBody {

  /**
   * A complete text; empty if there was no body.
   *
   * @param raw the decoded text, unchanged
   * @param type the media type in lower case, without parameters
   * @param base the base of its relative links
   */
  record Text(String raw, String type, URI base) implements WebBody {

    /** Returns the readable text: HTML as Markdown, any other text unchanged. */
    public String readable() {
      return type.equals("text/html") || type.equals("application/xhtml+xml")
          ? HtmlToMarkdown.of(raw, base)
          : raw;
    }
  }

  /**
   * A body that was not read.
   *
   * @param code {@code not_text} or {@code too_large}
   * @param reason one sentence that says what the body is and what can be read
   */
  record Unread(String code, String reason) implements WebBody {}

  /** A body that broke off after the status. */
  record BrokenOff(Fault fault) implements WebBody {}
}
