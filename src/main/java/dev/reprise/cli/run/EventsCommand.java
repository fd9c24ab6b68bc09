package dev.reprise.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.ExitCode;
import dev.reprise.cli.watch.EventText;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.stream.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Lists what happened in a run. */
@Command(
    name = "events",
    description = "Lists the recorded events of a run, in order.",
    mixinStandardHelpOptions = true)
final class EventsCommand implements Callable<Integer> {

  private static final Columns COLUMNS =
      Columns.NONE
          .with("NUMBER", "/sequence")
          .with("TIME", "/at")
          .with("TYPE", "/type")
          .with("EVENT", event -> EventText.of(Event.recorded(event)));

  @ParentCommand @Nullable RunCommand group;

  @Parameters(paramLabel = "RUN")
  @Nullable UUID run;

  @Option(names = "--after", description = "Only those after the event with this number.")
  long after;

  @Override
  public Integer call() throws RepriseException, InterruptedException {
    RunCommand commands = Objects.requireNonNull(group, "picocli sets it");
    try (var client = commands.server.client()) {
      commands.output.lines().all(COLUMNS, all(client));
      return ExitCode.OK.number();
    }
  }

  private List<JsonNode> all(RepriseClient client) throws RepriseException, InterruptedException {
    UUID id = Objects.requireNonNull(run, "it is required");
    List<JsonNode> all = new ArrayList<>();
    List<Event> page = client.runs().events(id, after);
    while (!page.isEmpty()) {
      page.forEach(event -> all.add(event.json()));
      page = client.runs().events(id, page.getLast().sequence().getAsLong());
    }
    return all;
  }
}
