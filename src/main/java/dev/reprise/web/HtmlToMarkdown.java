package dev.reprise.web;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;

/**
 * Converts the readable content of HTML to Markdown: headings, lists, links, table rows and
 * preformatted text. It executes and fetches nothing, and leaves out what the page hides.
 *
 * <p>It walks the document without recursion, so no depth of nesting overflows the stack.
 */
final class HtmlToMarkdown implements NodeFilter {

  private static final Set<String> NOT_READ =
      Set.of(
          "script",
          "style",
          "noscript",
          "template",
          "svg",
          "math",
          "iframe",
          "object",
          "canvas",
          "audio",
          "video",
          "select",
          "textarea",
          "head");

  private static final Pattern HIDING = Pattern.compile("(?i)(?:^|;)\\s*display\\s*:\\s*none");

  private final StringBuilder text = new StringBuilder();
  private final Deque<Integer> numbers = new ArrayDeque<>();
  private final Deque<Integer> linkStarts = new ArrayDeque<>();
  private int preformatted;
  private boolean isRowBegun;

  /** The separator before the next word. */
  private Gap gap = Gap.NONE;

  private enum Gap {
    NONE(""),
    SPACE(" "),
    LINE("\n"),
    PARAGRAPH("\n\n");

    private final String characters;

    Gap(String characters) {
      this.characters = characters;
    }
  }

  private HtmlToMarkdown() {}

  /**
   * @param base the base of relative links
   */
  static String of(String html, URI base) {
    Document document = Jsoup.parse(html, base.toString());
    String title = document.title();
    var reader = new HtmlToMarkdown();
    if (!title.isBlank()) {
      reader.text.append("Title: ").append(title.strip());
      reader.gap = Gap.PARAGRAPH;
    }
    document.body().filter(reader);
    return reader.text.toString().strip();
  }

  @Override
  public FilterResult head(Node node, int depth) {
    if (node instanceof TextNode words) {
      append(words.getWholeText());
    } else if (node instanceof Element element) {
      if (isHidden(element)) {
        return FilterResult.SKIP_ENTIRELY;
      }
      open(element);
    }
    return FilterResult.CONTINUE;
  }

  @Override
  public FilterResult tail(Node node, int depth) {
    if (node instanceof Element element) {
      close(element);
    }
    return FilterResult.CONTINUE;
  }

  private static boolean isHidden(Element element) {
    return NOT_READ.contains(element.normalName())
        || element.hasAttr("hidden")
        || element.attr("aria-hidden").equals("true")
        || HIDING.matcher(element.attr("style")).find();
  }

  private void open(Element element) {
    keepApart(around(element));
    switch (element.normalName()) {
      case "h1", "h2", "h3", "h4", "h5", "h6" -> heading(level(element));
      case "br" -> keepApart(Gap.LINE);
      case "hr" -> put("---");
      case "ul" -> numbers.push(0);
      case "ol" -> numbers.push(1);
      case "li" -> put(bullet());
      case "a" -> linkStarts.push(text.length());
      case "img" -> image(element.attr("alt").strip());
      case "tr" -> isRowBegun = false;
      case "td", "th" -> {
        if (isRowBegun) {
          put("| ");
        }
        isRowBegun = true;
      }
      case "pre" -> {
        put("```\n");
        preformatted++;
      }
      default -> {}
    }
  }

  private void close(Element element) {
    switch (element.normalName()) {
      case "ul", "ol" -> numbers.pop();
      case "a" -> link(element.absUrl("href"), linkStarts.pop());
      case "pre" -> {
        preformatted--;
        text.append(text.charAt(text.length() - 1) == '\n' ? "```" : "\n```");
      }
      default -> {}
    }
    keepApart(around(element));
  }

  private Gap around(Element element) {
    return switch (element.normalName()) {
      case "p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "blockquote", "pre", "hr", "dl" ->
          Gap.PARAGRAPH;
      case "ul", "ol" -> numbers.isEmpty() ? Gap.PARAGRAPH : Gap.LINE;
      case "td", "th" -> Gap.SPACE;
      default -> element.isBlock() ? Gap.LINE : Gap.NONE;
    };
  }

  /** Puts the mark of a heading before the link that may contain the heading. */
  private void heading(int level) {
    boolean beginsLink = !linkStarts.isEmpty() && linkStarts.peek() >= text.length();
    put("#".repeat(level) + " ");
    if (beginsLink) {
      linkStarts.pop();
      linkStarts.push(text.length());
    }
  }

  private static int level(Element heading) {
    return heading.normalName().charAt(1) - '0';
  }

  private String bullet() {
    if (numbers.isEmpty()) {
      return "- ";
    }
    String indent = "  ".repeat(Math.min(numbers.size(), 10) - 1);
    int number = numbers.pop();
    numbers.push(number == 0 ? 0 : number + 1);
    return indent + (number == 0 ? "- " : number + ". ");
  }

  private void image(String description) {
    if (!description.isEmpty()) {
      append("[image: " + description + "]");
    }
  }

  private void link(String url, int start) {
    boolean isOfTheWeb = url.startsWith("http://") || url.startsWith("https://");
    if (!isOfTheWeb || start >= text.length()) {
      return;
    }
    int first = start;
    while (first < text.length() - 1 && Character.isWhitespace(text.charAt(first))) {
      first++; // the gap before the first word of the link
    }
    if (text.indexOf("\n", first) < 0) {
      text.insert(first, '[').append("](").append(url).append(')');
    } else {
      text.append(" (").append(url).append(')');
    }
  }

  private void append(String words) {
    if (preformatted > 0) {
      text.append(words);
      return;
    }
    for (int i = 0; i < words.length(); i++) {
      char it = words.charAt(i);
      if (Character.isWhitespace(it) || it == '\u00a0') {
        keepApart(Gap.SPACE);
      } else {
        fill();
        text.append(it);
      }
    }
  }

  private void put(String mark) {
    fill();
    text.append(mark);
  }

  private void keepApart(Gap wanted) {
    if (wanted.compareTo(gap) > 0) {
      gap = wanted;
    }
  }

  private void fill() {
    if (!text.isEmpty() && !(gap == Gap.SPACE && text.charAt(text.length() - 1) == ' ')) {
      text.append(gap.characters);
    }
    gap = Gap.NONE;
  }
}
