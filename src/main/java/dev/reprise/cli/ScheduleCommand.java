package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.reprise.cli.options.DocumentFile;
import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.Page;
import dev.reprise.client.Schedule;
import dev.reprise.client.Schedules;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows schedules, and acts on them. */
@Command(
    name = "schedule",
    description = "Shows schedules, and acts on them.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class ScheduleCommand {

  private static final int PAGE = 200;

  private static final Columns LIST =
      Columns.NONE
          .with("NAME", "/name")
          .with("STATUS", "/status")
          .with("AGENT", "/definition/agent")
          .with("NEXT", "/next/0")
          .with("LAST STARTED", "/lastStartedAt")
          .with("ERROR", "/error");

  private static final Columns DETAIL =
      Columns.NONE
          .with("name", "/name")
          .with("status", "/status")
          .with("agent", "/definition/agent")
          .with("workspace", "/definition/workspace")
          .with("cron", "/definition/cron")
          .with("zone", "/definition/zone")
          .with("every", "/definition/every")
          .with("at", "/definition/at")
          .with("overlap", "/definition/overlap")
          .with("next", "/next/0")
          .with("last started", "/lastStartedAt")
          .with("cooling until", "/coolUntil")
          .with("attempts", "/attempts")
          .with("error", "/error")
          .with("created by", "/createdBy");

  private static final Columns FIRING =
      Columns.NONE
          .with("id", "/id")
          .with("due", "/due")
          .with("status", "/status")
          .with("reason", "/reason")
          .with("run", "/run/id");

  private static final Columns PREVIEW =
      Columns.NONE.with("next", "/next").with("first input", "/input");

  private static final Columns TIMES = Columns.NONE.with("DUE", JsonNode::asText);

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  /** Does something about schedules. */
  @FunctionalInterface
  private interface Act {
    Schedule on(Schedules schedules) throws RepriseException, InterruptedException;
  }

  @Command(description = "Lists schedules by name.", mixinStandardHelpOptions = true)
  void list() throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      List<Schedule> all = Page.all(cursor -> client.schedules().list(PAGE, cursor));
      output.output().all(LIST, all.stream().map(Schedule::json).toList());
    }
  }

  @Command(description = "Shows a schedule.", mixinStandardHelpOptions = true)
  void show(@Parameters(paramLabel = "NAME") String name)
      throws RepriseException, InterruptedException {
    print(schedules -> schedules.show(name));
  }

  @Command(
      description = "Creates a schedule, whose definition is a file of JSON or YAML.",
      mixinStandardHelpOptions = true)
  void create(
      @Parameters(paramLabel = "FILE", description = "The definition; - is standard input.")
          String file,
      @Option(
              names = "--dry-run",
              description = "Checks it and prints when it would be due; creates nothing.")
          boolean dryRun,
      @Mixin KeyOption key)
      throws IOException, RepriseException, InterruptedException {
    ObjectNode definition = DocumentFile.object(file);
    if (dryRun) {
      try (var client = server.client()) {
        output.output().one(PREVIEW, client.schedules().preview(definition));
      }
    } else {
      print(schedules -> schedules.create(definition, key.key()));
    }
  }

  @Command(description = "Replaces the definition of a schedule.", mixinStandardHelpOptions = true)
  void replace(
      @Parameters(paramLabel = "NAME") String name,
      @Parameters(paramLabel = "FILE", description = "The definition; - is standard input.")
          String file)
      throws IOException, RepriseException, InterruptedException {
    ObjectNode definition = DocumentFile.object(file);
    print(schedules -> schedules.replace(name, definition));
  }

  @Command(
      description = "Deletes a schedule and its history; its active runs go on.",
      mixinStandardHelpOptions = true)
  void delete(@Parameters(paramLabel = "NAME") String name)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      client.schedules().delete(name);
    }
  }

  @Command(description = "Holds a schedule back.", mixinStandardHelpOptions = true)
  void pause(@Parameters(paramLabel = "NAME") String name, @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    print(schedules -> schedules.pause(name, key.key()));
  }

  @Command(description = "Releases a schedule that is paused.", mixinStandardHelpOptions = true)
  void resume(@Parameters(paramLabel = "NAME") String name, @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    print(schedules -> schedules.resume(name, key.key()));
  }

  @Command(description = "Requests one firing now, and prints it.", mixinStandardHelpOptions = true)
  void trigger(@Parameters(paramLabel = "NAME") String name, @Mixin KeyOption key)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().one(FIRING, client.schedules().trigger(name, key.key()));
    }
  }

  @Command(description = "Prints when a schedule is due.", mixinStandardHelpOptions = true)
  void times(
      @Parameters(paramLabel = "NAME") String name,
      @Option(
              names = "--count",
              defaultValue = "5",
              description = "How many; by default ${DEFAULT-VALUE}.")
          int count,
      @Option(names = "--after", paramLabel = "TIME", description = "By default now.")
          @Nullable Instant after)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      List<JsonNode> times =
          client.schedules().times(name, count, Optional.ofNullable(after)).stream()
              .<JsonNode>map(it -> TextNode.valueOf(it.toString()))
              .toList();
      output.output().all(TIMES, times);
    }
  }

  private void print(Act act) throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().one(DETAIL, act.on(client.schedules()).json());
    }
  }
}
