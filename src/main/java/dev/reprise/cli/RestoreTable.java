package dev.reprise.cli;

import static dev.reprise.cli.operation.Answer.paged;
import static dev.reprise.cli.operation.OperationCommand.command;
import static dev.reprise.cli.operation.Parameter.limit;
import static dev.reprise.cli.operation.Parameter.query;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.operation.Answer;
import dev.reprise.cli.operation.Group;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.http.Operation;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The commands for a restored database. Tested by {@code OperationCommandsTest}. */
final class RestoreTable {

  private static final Columns RUN =
      Columns.of(
              """
              RUN /run, AGENT /agent, STATUS /status, EVENT /lastEvent/sequence,
              AT /lastEvent/at""")
          .with("CALLS", run -> listed(run, "calls", "tool", "id", "ifRepeated"))
          .with("TOOLS", run -> listed(run, "tools", "name", "effect"));

  private RestoreTable() {}

  static List<Group> groups() {
    return List.of(
        Group.of(
            "restore",
            "Shows what runs may have done after the moment to which their database was restored.",
            "ID",
            command(
                "report",
                "Lists the runs that had not ended then: calls without a result, each with what"
                    + " happens if it is repeated, and the tools that they may have called since.",
                Operation.SHOW_RESTORE_REPORT,
                paged(RUN),
                query(
                        "--since",
                        "since",
                        "Such as 2026-12-31T08:00:00Z; without it, as they are now.")
                    .time(),
                limit(200))));
  }

  private static String listed(JsonNode run, String list, String... members) {
    return Answer.member(run, list).stream()
        .map(it -> words(it, members))
        .collect(Collectors.joining(", "));
  }

  private static String words(JsonNode item, String... members) {
    return Stream.of(members)
        .map(member -> item.path(member).asText())
        .collect(Collectors.joining(" "));
  }
}
