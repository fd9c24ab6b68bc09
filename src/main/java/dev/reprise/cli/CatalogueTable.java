package dev.reprise.cli;

import static dev.reprise.cli.operation.Answer.item;
import static dev.reprise.cli.operation.Answer.items;
import static dev.reprise.cli.operation.Answer.nothing;
import static dev.reprise.cli.operation.Answer.paged;
import static dev.reprise.cli.operation.OperationCommand.command;
import static dev.reprise.cli.operation.Parameter.body;
import static dev.reprise.cli.operation.Parameter.dryRun;
import static dev.reprise.cli.operation.Parameter.file;
import static dev.reprise.cli.operation.Parameter.limit;
import static dev.reprise.cli.operation.Parameter.query;
import static dev.reprise.cli.operation.Parameter.reason;
import static dev.reprise.cli.operation.Parameter.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.operation.Answer;
import dev.reprise.cli.operation.Group;
import dev.reprise.cli.options.UsualFormat;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.run.RunColumns;
import dev.reprise.client.http.Operation;
import java.util.List;

/** Commands about agents, tools, schedules and quotas. Tested by {@code OperationCommandsTest}. */
final class CatalogueTable {

  private static final Columns AGENT =
      Columns.of(
          """
          name /name, usable /usable, description /description, source /source, version /version,
          provider /model/provider, model /model/name, phases /phases, tools /tools,
          problems /problems, warnings /warnings""");

  private static final Columns TOOL =
      Columns.of(
          """
          name /name, description /description, effect /effect, dangerous /dangerous,
          category /category, tags /tags, approval /terms/approval, timeout /terms/timeout,
          cost /cost, arguments /arguments""");

  private static final Columns SCHEDULE =
      Columns.of(
          """
          name /name, status /status, agent /definition/agent, workspace /definition/workspace,
          cron /definition/cron, zone /definition/zone, every /definition/every, at /definition/at,
          overlap /definition/overlap, next /next/0, last started /lastStartedAt,
          cooling until /coolUntil, attempts /attempts, error /error, created by /createdBy""");

  private static final Columns FIRINGS =
      Columns.of(
          """
          ID /id, DUE /due, SOURCE /source, STATUS /status, REASON /reason, STARTED /startedAt,
          ENDED /endedAt, RUN /run/id, ERROR /error""");

  private static final Columns FIRING =
      Columns.of("id /id, due /due, status /status, reason /reason, run /run/id");

  private static final Columns BACKFILL =
      Columns.of(
          """
          due times /count, first /first, last /last, already there /alreadyThere, more /more,
          applied /applied, expected USD /expectedCost/usd""");

  private static final Columns MCP_SERVERS =
      Columns.of(
          """
          SERVER /server, STATUS /status, SINCE /since, TOOLS /tools, QUARANTINED /quarantined,
          DETAIL /detail""");

  private static final Columns BUDGETS =
      Columns.of(
          """
          AGENT /agent, SCHEDULE /schedule, UNIT /unit, LIMIT /limit, SPENT /spent, LEFT /left,
          UNTIL /until""");

  private static final Columns BREAKERS =
      Columns.of(
          """
          KIND /kind, NAME /name, STATE /state, FAILURES /failures, SINCE /since, UNTIL /until,
          BECAUSE /because""");

  private CatalogueTable() {}

  static List<Group> groups() {
    return List.of(
        schedules(), agents(), tools(), mcp(), budgets(), breakers(), quotas(), schemas());
  }

  private static Group schedules() {
    Answer schedule = item(SCHEDULE);
    String file = "The definition as JSON or YAML; - is standard input.";
    return Group.of(
        "schedule",
        "Shows schedules, and acts on them.",
        "FIRING",
        command(
            "list",
            "Lists schedules by name.",
            Operation.LIST_SCHEDULES,
            paged(
                Columns.of(
                    """
                    NAME /name, STATUS /status, AGENT /definition/agent, NEXT /next/0,
                    LAST STARTED /lastStartedAt, ERROR /error"""))),
        command("show", "Shows a schedule.", Operation.SHOW_SCHEDULE, schedule),
        command(
                "create",
                "Creates a schedule, whose definition is a file of JSON or YAML.",
                Operation.CREATE_SCHEDULE,
                schedule,
                file(file),
                dryRun("Checks it and prints when it would be due; creates nothing.").choice())
            .instead(
                "dryRun",
                Operation.PREVIEW_SCHEDULE,
                item(Columns.of("next /next, first input /input"))),
        command(
            "replace",
            "Replaces the definition of a schedule.",
            Operation.REPLACE_SCHEDULE,
            schedule,
            file(file)),
        command(
            "delete",
            "Deletes a schedule and its history; its active runs continue.",
            Operation.DELETE_SCHEDULE,
            nothing()),
        command("pause", "Pauses a schedule.", Operation.PAUSE_SCHEDULE, schedule),
        command("resume", "Resumes a paused schedule.", Operation.RESUME_SCHEDULE, schedule),
        command(
            "trigger",
            "Requests one firing now, and prints it.",
            Operation.TRIGGER_SCHEDULE,
            item(FIRING)),
        command(
            "times",
            "Prints when a schedule is due.",
            Operation.LIST_DUE_TIMES,
            items(Columns.NONE.with("DUE", JsonNode::asText)),
            query("--count", "count", "How many; by default ${DEFAULT-VALUE}.")
                .number()
                .usually("5"),
            query("--after", "after", "By default now.").time()),
        command(
                "firings",
                "Lists the firings of a schedule, the newest first; with FIRING, shows one.",
                Operation.LIST_FIRINGS,
                paged(FIRINGS),
                limit(20))
            .instead("id", Operation.SHOW_FIRING, item(FIRINGS)),
        command(
            "cancel-firing",
            "Cancels a firing, or its run if it is active.",
            Operation.CANCEL_FIRING,
            item(FIRING),
            reason()),
        command(
            "backfill",
            "Fires a schedule for past due times without a run.",
            Operation.BACKFILL_SCHEDULE,
            item(BACKFILL),
            body("--from", "from", "The first due time.").time().required(),
            body("--until", "until", "The end of the due times, which is not one of them.")
                .time()
                .required(),
            dryRun("Shows how many due times there are; fires nothing.").onOrOff()));
  }

  private static Group agents() {
    return Group.of(
        new AgentCommand(),
        "ID",
        command(
            "list",
            "Lists agents.",
            Operation.LIST_AGENTS,
            items(
                Columns.of(
                    """
                    NAME /name, USABLE /usable, MODEL /model/name, DESCRIPTION /description"""))),
        command("show", "Shows an agent.", Operation.SHOW_AGENT, item(AGENT)),
        command(
                "versions",
                "Lists the versions of an agent; with VERSION, shows the document of one.",
                Operation.LIST_AGENT_VERSIONS,
                items(Columns.of("VERSION /version, PRESENT /present, FIRST SEEN /firstSeenAt")))
            .instead(
                "version",
                Operation.SHOW_AGENT_VERSION,
                item(Columns.of("name /name, version /version, document /document"))),
        command(
            "validate",
            "Checks an agent's document; errors are printed on standard error.",
            Operation.VALIDATE_AGENT,
            item(Columns.of("name /name, version /version, warnings /warnings")),
            text("application/yaml", "The document; - is standard input.")),
        command(
            "try",
            "Submits a run of an agent's document, which need not be deployed, with the scripted"
                + " model.",
            Operation.TRY_AGENT,
            item(RunColumns.DETAIL),
            body("FILE", "document", "The document; - is standard input.").textFile(),
            body("--workspace", "workspace", "The directory that its file tools work in.")
                .required(),
            body("--input-file", "input", "The input of the run as JSON or YAML.")
                .objectFile()
                .required(),
            body("--script", "script", "The replies of the model as JSON or YAML.").objectFile()));
  }

  private static Group tools() {
    return Group.of(
        "tool",
        "Shows the tools that agents may call.",
        "ID",
        command(
            "list",
            "Lists tools.",
            Operation.LIST_TOOLS,
            items(
                Columns.of(
                    """
                    NAME /name, EFFECT /effect, APPROVAL /terms/approval, CATEGORY /category,
                    DESCRIPTION /description"""))),
        command("show", "Shows a tool.", Operation.SHOW_TOOL, item(TOOL)));
  }

  private static Group mcp() {
    return Group.of(
        "mcp",
        "Shows MCP servers, and accepts changes of their tools.",
        "ID",
        command(
            "list",
            "Lists MCP servers and their states.",
            Operation.LIST_MCP_SERVERS,
            items(MCP_SERVERS)),
        command(
            "acknowledge",
            "Accepts a quarantined tool as its server declares it now.",
            Operation.ACKNOWLEDGE_TOOL,
            nothing(),
            body("--digest", "digest", "The digest of the declaration, as list shows it.")
                .required()));
  }

  private static Group budgets() {
    return Group.of(
        "budget",
        "Shows what may be spent today.",
        "ID",
        command(
            "list",
            "Lists the limits of the tenant for today, and what is left of them.",
            Operation.LIST_BUDGETS,
            items(BUDGETS)));
  }

  private static Group breakers() {
    return Group.of(
        "breaker",
        "Shows the circuit breakers of providers, tools and agents, and closes them.",
        "ID",
        command("list", "Lists breakers.", Operation.LIST_BREAKERS, items(BREAKERS)),
        command(
            "reset",
            "Closes a breaker, regardless of its failures.",
            Operation.RESET_BREAKER,
            item(BREAKERS)));
  }

  private static Group quotas() {
    return Group.of(
        "quota",
        "Shows the quotas of providers that are paused, and resumes them.",
        "ID",
        command(
            "list",
            "Lists the paused quotas, and when their pauses end.",
            Operation.LIST_QUOTAS,
            items(Columns.of("PROVIDER /provider, MODEL /model, PAUSED UNTIL /pausedUntil"))),
        command("resume", "Ends the pause of a quota early.", Operation.RESUME_QUOTA, nothing()));
  }

  private static Group schemas() {
    return Group.of(
        "schema",
        "Shows the JSON Schemas of agents' documents and operators' files.",
        "ID",
        command(
            "list",
            "Lists JSON Schemas.",
            Operation.LIST_SCHEMAS,
            items(Columns.of("NAME /name, TITLE /title, DESCRIPTION /description"))),
        command("show", "Prints a JSON Schema.", Operation.SHOW_SCHEMA, item(Columns.NONE))
            .prints(UsualFormat.JSON));
  }
}
