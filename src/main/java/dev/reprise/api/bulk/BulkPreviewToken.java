package dev.reprise.api.bulk;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import dev.reprise.run.bulk.BulkAct;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * A preview as clients name it.
 *
 * @param asOf when it was made; later runs are not meant
 * @param runs on how many runs the act would be done
 * @param digest of the act and the filter
 */
record BulkPreviewToken(Instant asOf, int runs, String digest) {

  static final String PATTERN = "[0-9TZ:.-]{20,40}/[0-9]{1,9}/[0-9a-f]{64}";

  static BulkPreviewToken of(BulkAct act, JsonNode filter, Instant asOf, int runs) {
    var meant = Json.mapper().createObjectNode().put("act", act.name());
    meant.set("filter", filter);
    return new BulkPreviewToken(asOf, runs, CanonicalJson.sha256(meant));
  }

  /** Returns the preview that a text of the {@link #PATTERN} names; empty if its time is not. */
  static Optional<BulkPreviewToken> read(String text) {
    String[] parts = text.split("/", 3);
    try {
      return Optional.of(
          new BulkPreviewToken(Instant.parse(parts[0]), Integer.parseInt(parts[1]), parts[2]));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "%s/%d/%s".formatted(asOf, runs, digest);
  }
}
