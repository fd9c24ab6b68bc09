package dev.reprise.api.page;

import dev.reprise.api.http.ProblemException;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.history.CallPlace;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs.Place;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.Schedule;
import dev.reprise.webhook.Deliveries;
import dev.reprise.webhook.Delivery;
import dev.reprise.webhook.DeliveryId;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import java.util.regex.Pattern;

/** A position in a list, as an opaque text that clients send back. Tested by {@code RunListIT}. */
public final class Cursor {

  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  private static final Pattern CALL = Pattern.compile("[1-9]\\d{0,17} \\d{1,9}");

  private static final Pattern ARTIFACT =
      Pattern.compile("%1$s %1$s".formatted(ArtifactKey.NAME.pattern()));

  private Cursor() {}

  /** Returns the cursor after a place in a list of runs. */
  public static String after(Place place) {
    return after(place.at(), place.id());
  }

  /** Returns the cursor after an entry in an order by time and id. */
  public static String after(Instant at, UUID id) {
    return encoded(at + " " + id);
  }

  /** Returns the cursor after a run in the order in which runs began to wait. */
  public static String afterWaiting(Run run) {
    return encoded(run.updatedAt() + " " + run.id());
  }

  public static String after(Schedule schedule) {
    return encoded(schedule.name());
  }

  public static String after(Firing firing) {
    return after(firing.due(), firing.id());
  }

  public static String after(Delivery delivery) {
    return encoded(delivery.happenedAt() + " " + delivery.id());
  }

  public static String after(ArtifactKey artifact) {
    return encoded(artifact.role() + " " + artifact.method());
  }

  /** Returns the cursor of a place in the tool calls of a run. */
  public static String at(CallPlace place) {
    return encoded(place.reply() + " " + place.calls());
  }

  private static String encoded(String place) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(place.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Reads a cursor that names an entry by time and id.
   *
   * @throws ProblemException if it is not from this API
   */
  public static Place place(String cursor) {
    try {
      String place = text(cursor);
      int space = place.indexOf(' ');
      Instant createdAt = time(place.substring(0, Math.max(0, space)));
      return new Place(createdAt, UUID.fromString(place.substring(space + 1)));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw foreign();
    }
  }

  /**
   * Reads a cursor that is a name.
   *
   * @throws ProblemException if it is not from this API
   */
  public static String name(String cursor, Pattern names) {
    try {
      String name = text(cursor);
      if (!names.matcher(name).matches()) {
        throw foreign();
      }
      return name;
    } catch (IllegalArgumentException e) {
      throw foreign();
    }
  }

  /**
   * Reads a cursor that names a delivery.
   *
   * @throws ProblemException if it is not from this API
   */
  public static Deliveries.Place delivery(String cursor) {
    try {
      String place = text(cursor);
      int space = place.indexOf(' ');
      return new Deliveries.Place(
          time(place.substring(0, Math.max(0, space))),
          DeliveryId.of(place.substring(space + 1)).orElseThrow(Cursor::foreign));
    } catch (IllegalArgumentException | DateTimeException e) {
      throw foreign();
    }
  }

  /**
   * Reads a cursor that names a place in the tool calls of a run.
   *
   * @throws ProblemException if it is not from this API
   */
  public static CallPlace call(String cursor) {
    String place = name(cursor, CALL);
    int space = place.indexOf(' ');
    return new CallPlace(
        Long.parseLong(place.substring(0, space)), Integer.parseInt(place.substring(space + 1)));
  }

  /** The names of an artifact in a cursor. */
  public record ArtifactName(String role, String method) {}

  /**
   * Reads a cursor that names an artifact.
   *
   * @throws ProblemException if it is not from this API
   */
  public static ArtifactName artifact(String cursor) {
    String place = name(cursor, ARTIFACT);
    int space = place.indexOf(' ');
    return new ArtifactName(place.substring(0, space), place.substring(space + 1));
  }

  private static Instant time(String text) {
    Instant time = Instant.parse(text);
    if (time.isBefore(Instant.EPOCH) || time.isAfter(LAST)) {
      throw new IllegalArgumentException("nothing happens at this time: " + time);
    }
    return time;
  }

  private static String text(String cursor) {
    return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
  }

  /** Returns the refusal of a cursor that is not from this API. */
  public static ProblemException foreign() {
    return ProblemException.parameter("cursor", "must be the nextCursor of a page, unchanged");
  }
}
