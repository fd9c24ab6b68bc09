package dev.reprise.tool.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.platform.JsonPath;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.Markdown;
import dev.reprise.tool.ResultRemarks;
import dev.reprise.tool.ToolException;
import dev.reprise.web.WebBody;
import dev.reprise.web.WebResponse;
import java.util.ArrayList;
import java.util.List;

/** Writes responses of web servers as text for models. Tested by {@code HttpFetchToolTest}. */
final class WebResultFormatter {

  private static final int EXCERPT = 500;
  private static final int MAX_SELECTED = 4_000_000;

  private WebResultFormatter() {}

  /** Returns the status, URL, type and other headers that a model needs in order to continue. */
  static String head(WebResponse answer) {
    StringBuilder head = new StringBuilder(status(answer)).append(' ').append(answer.url());
    for (String name : List.of("content-type", "etag", "last-modified", "location")) {
      answer
          .header(name)
          .ifPresent(value -> head.append('\n').append(name).append(": ").append(line(value)));
    }
    return head.append("\n").toString();
  }

  /**
   * Returns the requested part of the body.
   *
   * @throws ToolException {@code not_text}, {@code too_large}, {@code not_json}, {@code
   *     invalid_select}, {@code nothing_selected}, {@code too_much_selected}, {@code
   *     offset_out_of_range}
   * @throws FaultException if the body broke off
   */
  static String body(WebResponse answer, ResponsePart wanted) throws ToolException, FaultException {
    return switch (answer.body()) {
      case WebBody.Text text -> part(content(text, wanted), wanted);
      case WebBody.Unread(String code, String reason) -> throw new ToolException(code, reason);
      case WebBody.BrokenOff(Fault fault) -> throw new FaultException(fault);
    };
  }

  /** Returns the fault of a server that did not do what the request said. */
  static Fault fault(WebResponse answer) {
    FailureClass kind =
        answer.status() < 400
            ? FailureClass.INVALID_REQUEST // a redirect without a destination
            : FaultClassifier.ofStatus(answer.status(), "");
    var fault =
        new Fault(
            kind,
            "'%s' answered %s%s".formatted(answer.url(), status(answer), excerpt(answer.body())));
    return answer.retryAfter().map(fault::retryAfter).orElse(fault);
  }

  static String status(WebResponse answer) {
    return (answer.status() + " " + line(answer.reason())).strip();
  }

  private static String excerpt(WebBody body) {
    if (!(body instanceof WebBody.Text text)) {
      return "";
    }
    String words = line(text.readable());
    if (words.isEmpty()) {
      return "";
    }
    return ": " + (words.length() > EXCERPT ? words.substring(0, EXCERPT) + "…" : words);
  }

  /** Writes a text in one line, so that no server can insert lines between ours. */
  private static String line(String text) {
    return text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
  }

  private static String content(WebBody.Text text, ResponsePart wanted) throws ToolException {
    if (wanted.select().isPresent()) {
      return selected(text, wanted.select().get());
    }
    return wanted.form() == ResponsePart.Form.RAW ? text.raw() : text.readable();
  }

  private static String selected(WebBody.Text text, String select) throws ToolException {
    JsonPath path = path(select);
    JsonNode whole = json(text);
    List<JsonNode> found = path.select(whole);
    if (!path.isDefinite()) {
      return listed(found, select);
    }
    if (found.isEmpty()) {
      throw new ToolException(
          "nothing_selected",
          "'%s' leads to nothing in the answer, which is %s".formatted(select, shape(whole)));
    }
    return Json.write(found.getFirst());
  }

  private static JsonPath path(String select) throws ToolException {
    try {
      return JsonPath.of(select);
    } catch (IllegalArgumentException e) {
      throw new ToolException("invalid_select", "select: " + e.getMessage());
    }
  }

  private static JsonNode json(WebBody.Text text) throws ToolException {
    try {
      return Json.read(text.raw());
    } catch (IllegalArgumentException e) {
      throw new ToolException(
          "not_json",
          "the answer, of type %s, cannot be selected from: %s"
              .formatted(text.type().isEmpty() ? "unknown" : text.type(), e.getMessage()));
    }
  }

  /** The results may be nested in each other, so together they may be longer than the response. */
  private static String listed(List<JsonNode> found, String select) throws ToolException {
    List<String> values = new ArrayList<>();
    int length = 0;
    for (JsonNode value : found) {
      String written = Json.write(value);
      length += written.length() + 1;
      if (length > MAX_SELECTED) {
        throw new ToolException(
            "too_much_selected",
            "what '%s' leads to is longer than %s characters; select less"
                .formatted(select, Markdown.number(MAX_SELECTED)));
      }
      values.add(written);
    }
    return "[" + String.join(",\n", values) + "]";
  }

  private static String shape(JsonNode whole) {
    if (whole.isArray()) {
      return "an array of " + whole.size();
    }
    if (!whole.isObject()) {
      return "neither an object nor an array";
    }
    List<String> names = new ArrayList<>();
    whole.fieldNames().forEachRemaining(names::add);
    String first = line(String.join(", ", names.stream().limit(20).toList()));
    return "an object with " + (names.isEmpty() ? "no members" : first);
  }

  private static String part(String text, ResponsePart wanted) throws ToolException {
    int offset = wanted.offset();
    if (offset > text.length()) {
      throw new ToolException(
          "offset_out_of_range",
          "the text has %s characters".formatted(Markdown.number(text.length())));
    }
    int start = boundary(text, offset);
    int end = boundary(text, start + wanted.maxCharacters());
    if (end == start && end < text.length()) {
      end = Math.min(text.length(), start + 2); // a pair; otherwise no part would ever advance
    }
    if (start == 0 && end == text.length()) {
      return text;
    }
    ResultRemarks notes = new ResultRemarks();
    notes.add(
        "characters %s to %s of %s%s"
            .formatted(
                Markdown.number(start + 1L),
                Markdown.number(end),
                Markdown.number(text.length()),
                end < text.length() ? "; continue with offset " + end : ""));
    return notes.after(text.substring(start, end));
  }

  /** Returns this place, or the one before if it would split a surrogate pair. */
  private static int boundary(String text, int at) {
    if (at >= text.length()) {
      return text.length();
    }
    boolean isInPair =
        at > 0
            && Character.isHighSurrogate(text.charAt(at - 1))
            && Character.isLowSurrogate(text.charAt(at));
    return isInPair ? at - 1 : at;
  }
}
