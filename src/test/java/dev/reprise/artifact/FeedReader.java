package dev.reprise.artifact;

import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** An artifact that reads a feed, for tests. */
public final class FeedReader {

  public static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");
  public static final ArtifactKey KEY = new ArtifactKey("t1", "feed_reader", "titles");
  public static final Contract CONTRACT = contract("Reads the titles of a feed.");
  public static final Program PROGRAM = new Program("return input.titles", List.of("http_fetch"));

  private FeedReader() {}

  public static Contract contract(String purpose) {
    return new Contract(
        KEY.role(),
        purpose,
        Json.read("{\"type\": \"array\"}"),
        List.of(
            new Assertion(
                "two titles", Json.read("{\"titles\": [1, 2]}"), Json.read("{\"const\": [1, 2]}"))),
        FailurePolicy.RETURN_ERROR);
  }

  public static Generation.Origin origin(Generation.Trigger trigger) {
    return new Generation.Origin(
        UUID.randomUUID(), trigger, Optional.empty(), NOW, Provenance.UNKNOWN);
  }

  public static Artifact artifact() {
    return artifact(KEY);
  }

  public static Artifact artifact(ArtifactKey key) {
    return Artifact.first(key, CONTRACT, PROGRAM, origin(Generation.Trigger.GENERATED));
  }

  public static Artifact written(Artifact before, Generation.Trigger trigger, String code) {
    return before.written(before.contract(), new Program(code, List.of()), origin(trigger));
  }

  public static Failure failure(FailureClass kind) {
    return new Failure(kind, "for a test", NOW);
  }
}
