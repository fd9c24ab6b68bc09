package dev.reprise.cli.baseline;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Captures baselines of a server's runs, and asserts in tests that later runs do the same:
 *
 * <pre>{@code
 * var baselines = new Baselines(client, Clock.systemUTC()); // a RepriseClient, of a viewer
 *
 * @Test
 * void readsTheFeed() throws Exception {
 *   UUID run = ...; // submitted, and awaited to its end
 *   baselines.assertSame(Path.of("src/test/baselines/feed.json"), run, "submit reader {}");
 * }
 * }</pre>
 *
 * <p>With the system property {@value #RENEW} the assertion captures the baseline instead. What may
 * differ from run to run is listed in the file, as {@code ignored}.
 */
public final class Baselines {

  /** The system property by which assertions capture baselines, if it is {@code true}. */
  public static final String RENEW = "reprise.baselines.renew";

  private static final int PAGE = 200;

  private final RepriseClient server;
  private final Clock clock;

  public Baselines(RepriseClient server, Clock clock) {
    this.server = server;
    this.clock = clock;
  }

  /**
   * Returns the baseline of a run.
   *
   * @param command how the scenario is started, for people
   * @throws RepriseException if the server does not give the run
   */
  public Baseline capture(UUID run, String command) throws RepriseException, InterruptedException {
    JsonNode view = server.send(ApiRequest.of(Operation.SHOW_RUN, run));
    List<JsonNode> events = events(run);
    List<String> models =
        events.stream()
            .filter(it -> it.path("type").asText().equals("model.replied"))
            .map(it -> it.at("/data/model"))
            .map(it -> it.path("provider").asText() + "/" + it.path("name").asText())
            .distinct()
            .toList();
    return new Baseline(
        new Baseline.Origin(
            command,
            view.path("agent").asText(),
            view.path("agentVersion").asText(),
            models,
            Objects.requireNonNullElse(
                Baselines.class.getPackage().getImplementationVersion(), "development"),
            clock.instant()),
        List.of(),
        Trace.of(events));
  }

  private List<JsonNode> events(UUID run) throws RepriseException, InterruptedException {
    return server.list(ApiRequest.of(Operation.LIST_EVENTS, run).query("limit", Optional.of(PAGE)));
  }

  /**
   * Returns what a run does differently from a baseline, a line each.
   *
   * @throws RepriseException if the server does not give the run
   */
  public List<String> differences(Path file, UUID run)
      throws IOException, RepriseException, InterruptedException {
    return Baseline.read(file).differences(Trace.of(events(run)));
  }

  /**
   * Asserts that a run does the same as a baseline, or captures the baseline if it is to be
   * renewed.
   *
   * @param command how the scenario is started, for people
   * @throws AssertionError if the run does something else, or there is no baseline
   */
  public void assertSame(Path file, UUID run, String command)
      throws IOException, RepriseException, InterruptedException {
    if (Boolean.getBoolean(RENEW)) {
      List<String> ignored = Files.exists(file) ? Baseline.read(file).ignored() : List.of();
      Baseline captured = capture(run, command);
      new Baseline(captured.origin(), ignored, captured.trace()).write(file);
      return;
    }
    if (!Files.exists(file)) {
      throw new AssertionError(
          "there is no baseline %s; run the test with -D%s=true to capture it"
              .formatted(file, RENEW));
    }
    List<String> differences = differences(file, run);
    if (!differences.isEmpty()) {
      throw new AssertionError(
          "run %s differs from the baseline %s:%n%s"
              .formatted(run, file, String.join(System.lineSeparator(), differences)));
    }
  }
}
