package dev.reprise.web;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decodes text as browsers do: by its byte order mark, else by the header, else by a declaration at
 * its beginning, else as UTF-8. Malformed bytes become U+FFFD.
 */
final class CharsetDetector {

  /** The part of a document in which a declaration counts, as in the HTML standard. */
  private static final int DECLARED_WITHIN_BYTES = 1024;

  private static final Pattern DECLARED =
      Pattern.compile(
          "(?i)<(?:meta\\b[^>]{0,200}?\\bcharset|\\?xml\\b[^>]{0,200}?\\bencoding)\\s{0,9}="
              + "\\s{0,9}[\"']?\\s{0,9}(?<name>[a-z0-9_:.-]{1,40})");

  private CharsetDetector() {}

  /**
   * @param header the server's charset, if Java supports it
   */
  static String decode(byte[] bytes, Optional<Charset> header) {
    if (startsWith(bytes, 0xef, 0xbb, 0xbf)) {
      return new String(bytes, 3, bytes.length - 3, StandardCharsets.UTF_8);
    }
    if (startsWith(bytes, 0xfe, 0xff)) {
      return new String(bytes, 2, bytes.length - 2, StandardCharsets.UTF_16BE);
    }
    if (startsWith(bytes, 0xff, 0xfe)) {
      return new String(bytes, 2, bytes.length - 2, StandardCharsets.UTF_16LE);
    }
    return new String(bytes, header.or(() -> declared(bytes)).orElse(StandardCharsets.UTF_8));
  }

  private static boolean startsWith(byte[] bytes, int... mark) {
    for (int i = 0; i < mark.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xff) != mark[i]) {
        return false;
      }
    }
    return true;
  }

  private static Optional<Charset> declared(byte[] bytes) {
    int length = Math.min(bytes.length, DECLARED_WITHIN_BYTES);
    Matcher declaration =
        DECLARED.matcher(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
    return declaration.find() ? known(declaration.group("name")) : Optional.empty();
  }

  private static Optional<Charset> known(String name) {
    try {
      // the declaration was readable as ASCII, so the text is not UTF-16
      return Optional.of(Charset.forName(name)).filter(it -> !it.name().startsWith("UTF-16"));
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return Optional.empty(); // UTF-8, as in browsers
    }
  }
}
