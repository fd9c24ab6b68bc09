package dev.reprise.cli;

import static dev.reprise.cli.operation.Answer.content;
import static dev.reprise.cli.operation.Answer.item;
import static dev.reprise.cli.operation.Answer.items;
import static dev.reprise.cli.operation.Answer.nothing;
import static dev.reprise.cli.operation.Answer.paged;
import static dev.reprise.cli.operation.OperationCommand.command;
import static dev.reprise.cli.operation.Parameter.body;
import static dev.reprise.cli.operation.Parameter.dryRun;
import static dev.reprise.cli.operation.Parameter.limit;
import static dev.reprise.cli.operation.Parameter.query;
import static dev.reprise.cli.operation.Parameter.reason;
import static dev.reprise.cli.operation.Parameter.target;
import static dev.reprise.cli.operation.Parameter.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.operation.Answer;
import dev.reprise.cli.operation.Group;
import dev.reprise.cli.options.UsualFormat;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.run.RunColumns;
import dev.reprise.cli.run.RunCommand;
import dev.reprise.cli.watch.EventText;
import dev.reprise.client.http.Operation;
import dev.reprise.client.stream.Event;
import java.util.List;
import java.util.stream.Stream;

/** The commands about runs. Tested by {@code OperationCommandsTest}. */
final class RunTable {

  private static final Columns FAILURES =
      Columns.of(
          """
          COUNT /count, FAILURE /failureCode, PHASE /phase, LAST /lastAt, GROUP /failureGroup,
          ONE OF THEM /run, MESSAGE /message\
          """);

  private static final Columns STATISTICS =
      Columns.of(
          """
          NAME /name, FAILURE /failureCode, COUNT /count, SUBMITTED /sums/submitted,
          COMPLETED /sums/completed, FAILED /sums/failed, CANCELLED /sums/cancelled,
          COST /sums/cost, TOKENS IN /sums/inputTokens, OUT /sums/outputTokens,
          CACHED /sums/cachedTokens, SAVED /sums/saved, MEDIAN MS /medianMillis, P95 MS /p95Millis\
          """);

  private static final Columns EVENTS =
      Columns.of("NUMBER /sequence, TIME /at, TYPE /type")
          .with("EVENT", event -> EventText.of(Event.recorded(event)));

  private static final Columns CALLS =
      Columns.of(
          """
          PHASE /phase, ITERATION /iteration, ID /id, TOOL /tool, STATUS /status,
          ATTEMPTS /attempts, REQUESTED /requestEvent/sequence, ENDED /endEvent/sequence,
          CHILD RUN /run, FAILURE /failure/code, ARGUMENTS /arguments""");

  private static final Columns CHECKPOINTS =
      Columns.of(
          """
          NUMBER /sequence, TIME /at, KIND /kind, PHASE /phase, ITERATION /iteration,
          OUTPUT TOKENS /usage/outputTokens, COST /cost/amount""");

  private static final Columns STATE =
      Columns.of(
          """
          event /sequence, time /at, status /status, phase /phase, iteration /iteration,
          phases /phases, messages /messages, open calls /openCalls, outputs /outputs,
          model calls /iterations, input tokens /spent/usage/inputTokens,
          output tokens /spent/usage/outputTokens, cost /spent/cost/amount""");

  private static final Columns FORK =
      Columns.of(
          """
          agent /agent, forked from event /forkedFrom/sequence, phases ahead /ahead,
          open calls /openCalls, model calls /estimate/modelReplies,
          expected cost /estimate/cost/amount""");

  private static final Columns MIGRATION =
      Columns.of(
          """
          possible /possible, obstacles /obstacles, tools /server, agent from /agent/from,
          agent to /agent/to, changes /agent/changes, plan /plan""");

  private static final Columns UNDO_PLAN =
      Columns.of("run /run, after event /after, plan /plan, calls /calls");

  private static final Columns LEDGER =
      Columns.of(
          """
          NUMBER /sequence, TIME /at, KIND /kind, CALL /callId, TOOL /tool, MODEL /model/name,
          INPUT TOKENS /usage/inputTokens, OUTPUT TOKENS /usage/outputTokens, USD /usd""");

  private RunTable() {}

  static Group group() {
    Answer run = item(RunColumns.DETAIL);
    return Group.of(
        new RunCommand(),
        "RUN",
        command("show", "Shows a run.", Operation.SHOW_RUN, run),
        command(
                "events",
                "Lists the recorded events of a run, in order.",
                Operation.LIST_EVENTS,
                paged(EVENTS),
                query("--after", "after", "Only those after the event with this number.").number(),
                query("--text", "q", "Only those with this text in one of their values."),
                query("--type", "type", "Only of this type, such as model.replied; repeatable.")
                    .texts(),
                query("--tool", "tool", "Only those about calls of this tool."),
                query("--faults", "faults", "Only those that say what went wrong.").flag())
            .prints(UsualFormat.TABLE_OR_LINES),
        command(
            "calls",
            "Lists the tool calls of a run, those of the newest reply first.",
            Operation.LIST_CALLS,
            paged(CALLS),
            query(
                    "--status",
                    "status",
                    "Only with this status: pending, waiting, running, completed, failed or unknown.")
                .constant(),
            limit(50)),
        command(
                "checkpoints",
                "Lists the points of a run between its steps; with EVENT, shows what the run was"
                    + " after it.",
                Operation.LIST_CHECKPOINTS,
                items(CHECKPOINTS))
            .instead("sequence", Operation.SHOW_CHECKPOINT, item(STATE)),
        command(
            "children",
            "Lists the child runs of a run, the oldest first.",
            Operation.LIST_CHILDREN,
            items(RunColumns.LIST)),
        command(
            "ledger",
            "Lists what a run spent, call by call.",
            Operation.SHOW_LEDGER,
            items(LEDGER)),
        command(
            "counts",
            "Counts runs by status.",
            Operation.COUNT_RUNS,
            new Answer.Items(
                Columns.of("STATUS /status, FAILURE /failureCode, COUNT /count, OR MORE /orMore"),
                RunTable::counts,
                0),
            query("--agent", "agent", "Only of this agent."),
            query(
                    "--failed-after",
                    "failedAfter",
                    "Also counts failures at this time or later, by their code.")
                .time()),
        command(
            "failures",
            "Groups what failed by why it failed, the largest group first.",
            Operation.LIST_FAILURES,
            items(FAILURES),
            query("--ended-after", "endedAfter", "At this time or later; by default in a day.")
                .time(),
            query("--ended-before", "endedBefore", "Before this time.").time(),
            query("--agent", "agent", "Only of this agent.")),
        command(
            "statistics",
            "Shows what runs did in a time, by agent, model, person, label and failure; JSON also has its"
                + " course.",
            Operation.READ_STATISTICS,
            new Answer.Items(STATISTICS, RunTable::statistics, 0),
            query("--from", "from", "From this time on; by default a day before --to.").time(),
            query("--to", "to", "Until this time; by default now.").time()),
        command(
            "steer",
            "Sends a message to the model of a run.",
            Operation.STEER_RUN,
            run,
            body("MESSAGE", "message", ""),
            reason()),
        command(
                "fork",
                "Submits a run that continues from an event of another one, and prints it.",
                Operation.FORK_RUN,
                run,
                body("--at", "sequence", "The number of the event; by default that of the newest.")
                    .number(),
                body("--message", "message", "Sends a message to the model of the fork."),
                dryRun("Shows what the fork would do, without creating it."),
                reason())
            .onDryRun(item(FORK)),
        command(
                "migrate",
                "Migrates a run to the tools of this server, or with --agent current to the"
                    + " present version of its agent.",
                Operation.MIGRATE_RUN,
                run,
                body("--agent", "agent", "current: the present version of the agent."),
                body(
                    "--plan", "plan", "Only if the plan is still this one, which --dry-run shows."),
                dryRun("Shows the differences and obstacles; changes nothing."),
                reason())
            .onDryRun(item(MIGRATION)),
        command(
            "undo-plan",
            "Shows which calls of a run can be undone, the newest first.",
            Operation.SHOW_UNDO_PLAN,
            item(UNDO_PLAN),
            query("--after", "after", "Only calls after the event with this number.").number()),
        command(
            "undo",
            "Submits a run that undoes the calls of an undo plan, the newest first.",
            Operation.UNDO_RUN,
            run,
            body("--plan", "plan", "The plan, as undo-plan shows it.").required(),
            body("--after", "after", "The event of --after of the plan.").number()),
        command("erase", "Erases a run that has ended.", Operation.ERASE_RUN, nothing()),
        command(
            "export",
            "Writes the record of a run, which reprise verify checks, and import takes.",
            Operation.EXPORT_RUN,
            content(),
            target()),
        command(
            "import",
            "Imports a run from its record, which must be sealed.",
            Operation.IMPORT_RUN,
            run,
            text("application/x-ndjson", "The exported file; - is standard input.")));
  }

  private static List<JsonNode> statistics(JsonNode answer) {
    return Stream.concat(
            Stream.of(answer.path("all")),
            Stream.of("agents", "models", "users", "labels", "failures")
                .flatMap(it -> Answer.member(answer, it).stream()))
        .toList();
  }

  private static List<JsonNode> counts(JsonNode answer) {
    return Stream.of("items", "failures")
        .flatMap(it -> Answer.member(answer, it).stream())
        .toList();
  }
}
