package dev.reprise.api.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.api.http.ApiJson;
import dev.reprise.journal.audit.AuditEvent;
import dev.reprise.platform.Json;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.webhook.ShownUrl;
import java.io.IOException;
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

  static final RecordedBody NONE = new RecordedBody(Optional.empty(), Optional.empty());

  /**
   * Describes a body that should be JSON.
   *
   * @param secretUrl the member with a URL that is a secret, if there is one
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
    return members.path(url).isTextual()
        ? members.put(url, new ShownUrl(members.path(url).asText()).text())
        : members;
  }

  /** Describes a file, of which this is the beginning; its digest is known when it was read. */
  static RecordedBody ofFirstLine(byte[] beginning, Redaction redaction) {
    int end = 0;
    while (end < beginning.length && beginning[end] != '\n') {
      end++;
    }
    return end == beginning.length
        ? NONE
        : new RecordedBody(
            of(Arrays.copyOf(beginning, end), redaction, Optional.empty()).text(),
            Optional.empty());
  }

  private static AuditEvent.Digest digest(byte[] body) {
    return digest(sha256().digest(body), body.length);
  }

  static AuditEvent.Digest digest(byte[] sha256, long bytes) {
    return new AuditEvent.Digest(HexFormat.of().formatHex(sha256), bytes);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
