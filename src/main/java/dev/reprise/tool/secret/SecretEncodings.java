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
 * How a secret may stand in what a tool says: as it is, line by line, and as JSON, Base64,
 * hexadecimal digits and percent-encoding have it. JSON within JSON is known to whoever looks for
 * these.
 *
 * <p>Base64 of a longer text that only holds the secret, such as a user and a password, has other
 * digits for each of the three places at which the secret may begin; what is the same whatever
 * stands around it is one of the forms.
 */
public final class SecretEncodings {

  private static final Pattern PERCENT = Pattern.compile("%[0-9A-F]{2}");

  /** A shorter form occurs by chance. */
  private static final int LEAST = 8;

  private SecretEncodings() {}

  /** Returns the forms of at least eight characters, the secret itself among them. */
  public static Stream<String> of(String secret) {
    byte[] bytes = secret.getBytes(UTF_8);
    String hex = HexFormat.of().formatHex(bytes);
    String form = URLEncoder.encode(secret, UTF_8);
    String percent = form.replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    String json = Json.write(TextNode.valueOf(secret));
    Stream<String> encoded =
        Stream.of(
            json.substring(1, json.length() - 1),
            secret.replace("/", "\\/"), // as some writers of JSON have it
            hex,
            hex.toUpperCase(Locale.ROOT),
            form,
            lowerDigits(form),
            percent,
            lowerDigits(percent));
    return Stream.of(secret.lines(), Stream.of(secret), encoded, base64(bytes))
        .flatMap(forms -> forms)
        .filter(text -> text.length() >= LEAST)
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

  /** Returns the digits that depend on nothing but the secret, behind so many other bytes. */
  private static String within(Base64.Encoder encoder, byte[] secret, int before) {
    byte[] text = new byte[before + secret.length];
    System.arraycopy(secret, 0, text, before, secret.length);
    int from = (before * 8 + 5) / 6;
    int to = text.length * 8 / 6;
    return encoder.encodeToString(text).substring(from, to);
  }
}
