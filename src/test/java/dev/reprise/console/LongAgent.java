package dev.reprise.console;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * An agent whose runs have many events: nine for each turn, which reads a file and costs nothing.
 */
final class LongAgent {

  /** Generous, because several builds may share the machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final int CALLS = 4;

  private static final String DOCUMENT =
      """
      name: long
      description: Reads a file many times.
      tools: [read_file]
      limits: {maxIterations: 1000}
      phases:
        - {name: only, prompt: Go., limits: {maxIterations: 1000}}
      model:
        provider: scripted
        script:
          only:
      SCRIPT
            - text: Done.
      """;

  private LongAgent() {}

  /** Adds the agent to a site that has not been started. */
  static void addTo(ConsoleSite site, int turns) {
    String script =
        IntStream.rangeClosed(1, turns)
            .mapToObj(
                i ->
                    "      - calls: ["
                        + IntStream.rangeClosed(1, CALLS)
                            .mapToObj(
                                call ->
                                    "{id: c%1$d-%2$d, tool: read_file, arguments: {path: long.txt, lines: %1$d%2$d}}"
                                        .formatted(i, call))
                            .collect(Collectors.joining(", "))
                        + "]")
            .collect(Collectors.joining("\n"));
    try {
      Files.writeString(site.file("long.txt"), "A line.\n");
      Files.writeString(site.agent("long"), DOCUMENT.replace("SCRIPT", script));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static UUID run(ConsoleSite site) {
    UUID run = site.submit("long", JsonNodeFactory.instance.objectNode());
    await().atMost(PATIENCE).until(() -> site.runs().status(run), "COMPLETED"::equals);
    return run;
  }
}
