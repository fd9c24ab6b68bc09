package dev.reprise.api.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.api.http.ApiJson;
import dev.reprise.journal.audit.AuditEvent;
import dev.reprise.platform.Json;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.webhook.ShownUrl;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What the audit record has of a body: compact JSON without secrets, so that neither blanks nor
 * escapes hide anything, shortened where it is long; then the digest says which one it was.
 */
record RecordedBody(Optional<String> text, Optional<AuditEvent.Digest> whole) {

  /** The longest text that is recorded, in characters. */
  static final int MAX_LENGTH = 4_000;

  private static final String NOT_AN_OBJECT = "[not kept: it is no JSON object]";

  /** The longest first line of a file that is recorded, in bytes. */
  private static final int MAX_LINE = 16_384;

  static final RecordedBody NONE = new RecordedBody(Optional.empty(), Optional.empty());

  /**
   * Describes a body that should be JSON.
   *
   * @param secretUrl the member with a URL that is a secret, if there is one; then no other text
   *     that looks like a URL is kept either, because a wrong request may have it anywhere
   */
  static RecordedBody of(byte[] body, Redaction redaction, Optional<String> secretUrl) {
    try {
      JsonNode given = ApiJson.mapper().readTree(body);
      if (given.isMissingNode()) {
        return NONE;
      }
      JsonNode value = secretUrl.map(it -> concealed(given, it)).orElse(given);
      // before it is shortened: a part of a secret would not be found
      String all = redaction.json(Json.write(value));
      return all.length() <= MAX_LENGTH
          ? new RecordedBody(Optional.of(all), Optional.empty())
          : new RecordedBody(
              Optional.of(AbridgedJson.of(Json.read(all), MAX_LENGTH)), Optional.of(digest(body)));
    } catch (JsonProcessingException | IllegalArgumentException notJson) {
      return new RecordedBody(Optional.of("[not JSON]"), Optional.of(digest(body)));
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory can be read", e);
    }
  }

  /** What is no object may have the URL anywhere. */
  private static JsonNode concealed(JsonNode body, String url) {
    if (!(body instanceof ObjectNode members)) {
      return TextNode.valueOf(NOT_AN_OBJECT);
    }
    if (members.path(url).isTextual()) {
      members.put(url, new ShownUrl(members.path(url).asText()).text());
    }
    return withoutUrls(members);
  }

  private static JsonNode withoutUrls(JsonNode value) {
    return switch (value) {
      case TextNode text -> TextNode.valueOf(withoutUrl(text.textValue()));
      case ArrayNode elements -> {
        ArrayNode shown = elements.arrayNode();
        elements.forEach(it -> shown.add(withoutUrls(it)));
        yield shown;
      }
      case ObjectNode members -> {
        ObjectNode shown = members.objectNode();
        members.forEachEntry((name, it) -> shown.set(withoutUrl(name), withoutUrls(it)));
        yield shown;
      }
      default -> value;
    };
  }

  private static String withoutUrl(String text) {
    return text.contains("://") ? new ShownUrl(text).text() : text;
  }

  /** Describes a file: by its first line, if that is short enough, and its digest. */
  static RecordedBody ofFile(InputStream file, Redaction redaction) throws IOException {
    byte[] beginning = file.readNBytes(MAX_LINE);
    MessageDigest sha256 = sha256();
    sha256.update(beginning);
    long bytes = beginning.length;
    byte[] part = new byte[MAX_LINE];
    for (int read = file.read(part); read >= 0; read = file.read(part)) {
      sha256.update(part, 0, read);
      bytes += read;
    }
    return bytes == 0
        ? NONE
        : new RecordedBody(
            firstLine(beginning, redaction), Optional.of(digest(sha256.digest(), bytes)));
  }

  private static Optional<String> firstLine(byte[] beginning, Redaction redaction) {
    for (int end = 0; end < beginning.length; end++) {
      if (beginning[end] == '\n') {
        return of(Arrays.copyOf(beginning, end), redaction, Optional.empty()).text();
      }
    }
    return Optional.empty();
  }

  private static AuditEvent.Digest digest(byte[] body) {
    return digest(sha256().digest(body), body.length);
  }

  private static AuditEvent.Digest digest(byte[] sha256, long bytes) {
    return new AuditEvent.Digest(HexFormat.of().formatHex(sha256), bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
