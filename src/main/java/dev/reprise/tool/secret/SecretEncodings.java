package dev.reprise.tool.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.platform.Json;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The forms in which a tool's output may contain a secret: plain, line by line, and encoded as
 * JSON, Base64, hexadecimal digits or percent-encoding. Code that searches for these forms must
 * handle JSON within JSON itself.
 *
 * <p>In Base64 of a longer text that contains the secret, such as a user and a password, the digits
 * depend on the secret's offset modulo three. For each of the three offsets, the digits that do not
 * depend on the surrounding text are one of the forms.
 */
public final class SecretEncodings {

  private static final Pattern PERCENT = Pattern.compile("%[0-9A-F]{2}");

  /** A shorter form could occur by chance. */
  private static final int MIN_LENGTH = 8;

  private SecretEncodings() {}

  /** Returns the forms of at least eight characters, including the secret itself. */
  public static Stream<String> of(String secret) {
    byte[] bytes = secret.getBytes(UTF_8);
    String hex = HexFormat.of().formatHex(bytes);
    String form = URLEncoder.encode(secret, UTF_8);
    String percent = form.replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    String json = Json.write(TextNode.valueOf(secret));
    Stream<String> encoded =
        Stream.of(
            json.substring(1, json.length() - 1),
            secret.replace("/", "\\/"), // as some JSON writers escape it
            hex,
            hex.toUpperCase(Locale.ROOT),
            form,
            lowerDigits(form),
            percent,
            lowerDigits(percent));
    return Stream.of(secret.lines(), Stream.of(secret), encoded, base64(bytes))
        .flatMap(forms -> forms)
        .filter(text -> text.length() >= MIN_LENGTH)
        .distinct();
  }

  private static String lowerDigits(String encoded) {
    return PERCENT.matcher(encoded).replaceAll(digits -> digits.group().toLowerCase(Locale.ROOT));
  }

  private static Stream<String> base64(byte[] secret) {
    return Stream.of(Base64.getEncoder(), Base64.getUrlEncoder())
        .flatMap(
            encoder ->
                Stream.concat(
                    Stream.of(encoder.encodeToString(secret)),
                    Stream.of(0, 1, 2).map(before -> within(encoder, secret, before))));
  }

  /** Returns the digits that depend only on the secret, if this many other bytes precede it. */
  private static String within(Base64.Encoder encoder, byte[] secret, int before) {
    byte[] text = new byte[before + secret.length];
    System.arraycopy(secret, 0, text, before, secret.length);
    int from = (before * 8 + 5) / 6;
    int to = text.length * 8 / 6;
    return encoder.encodeToString(text).substring(from, to);
  }
}
