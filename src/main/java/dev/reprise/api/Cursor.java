package dev.reprise.api;

import dev.reprise.run.Run;
import dev.reprise.run.Runs.Place;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;

/** A place in the list of runs, as a word that clients pass back and do not look into. */
final class Cursor {

  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  private Cursor() {}

  static String behind(Run run) {
    String place = run.createdAt() + " " + run.id();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(place.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads a cursor back.
   *
   * @throws Refusal if this API did not give it out
   */
  static Place place(String cursor) {
    try {
      String place = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      int space = place.indexOf(' ');
      Instant createdAt = Instant.parse(place.substring(0, Math.max(0, space)));
      if (createdAt.isBefore(Instant.EPOCH) || createdAt.isAfter(LAST)) {
        throw new IllegalArgumentException("no time at which runs are made: " + createdAt);
      }
      return new Place(createdAt, UUID.fromString(place.substring(space + 1)));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw Refusal.parameter("cursor", "is the nextCursor of a page, unchanged");
    }
  }
}
