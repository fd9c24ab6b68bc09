package dev.reprise.webhook;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of a webhook as it is shown to those who need not know it: scheme and host, with "…" for
 * the rest. What comes after the host is the secret of many receivers. An address of mail is shown
 * whole.
 *
 * @param url as it was defined
 */
public record ShownUrl(String url) {

  private static final Pattern PARTS =
      Pattern.compile("(?is)(https?://)(?:[^/?#]*@)?([^/?#]*)(.*)");

  private static final String REST = "/…";

  /** Returns what is shown. */
  public String text() {
    Matcher parts = PARTS.matcher(url);
    if (!parts.matches()) {
      return MailAddress.isMeant(url) && !url.contains("://") ? url : "…";
    }
    return parts.group(1) + parts.group(2) + (parts.group(3).length() > 1 ? REST : parts.group(3));
  }

  /** Returns a message in which what is not shown is replaced, also where the URL is cut. */
  String in(String message) {
    Matcher parts = PARTS.matcher(url);
    String rest = parts.matches() ? parts.group(3) : "";
    for (int length = rest.length(); length > 1; length--) {
      String beginning = rest.substring(0, length);
      if (message.contains(beginning)) {
        return message.replaceAll(
            Pattern.quote(beginning) + "[^'\\s]*", Matcher.quoteReplacement(REST));
      }
    }
    return message;
  }
}
