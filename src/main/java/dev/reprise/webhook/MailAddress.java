package dev.reprise.webhook;

import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.util.Locale;

/** The address of one person, as the URL of a webhook has it: {@code mailto:ana@example.org}. */
record MailAddress(String text) {

  private static final String SCHEME = "mailto:";

  /** Returns whether a URL is meant to be an address for mail. */
  static boolean isMeant(String url) {
    return url.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
  }

  /**
   * Reads a URL.
   *
   * @throws IllegalArgumentException if it is not {@code mailto:} and the address of one person,
   *     without parameters
   */
  static MailAddress of(String url) {
    String text = isMeant(url) ? url.substring(SCHEME.length()) : "";
    if (!isValid(text)) {
      throw new IllegalArgumentException(
          "must be mailto: and one address such as ana@example.org, without parameters");
    }
    return new MailAddress(text);
  }

  /** Returns whether a text is an address with a domain, and nothing else. */
  static boolean isValid(String text) {
    if (text.contains("?") || text.contains("%") || !text.contains("@")) {
      return false;
    }
    try {
      InternetAddress[] addresses = InternetAddress.parse(text, true);
      addresses[0].validate();
      return addresses.length == 1 && addresses[0].getAddress().equals(text);
    } catch (AddressException e) {
      return false;
    }
  }

  String domain() {
    return text.substring(text.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
  }
}
