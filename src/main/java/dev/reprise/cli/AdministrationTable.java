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
import static dev.reprise.cli.operation.Parameter.target;

import dev.reprise.cli.operation.Answer;
import dev.reprise.cli.operation.Group;
import dev.reprise.cli.operation.Parameter;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.http.Operation;
import java.util.List;

/** The commands of admins, operators and auditors. Tested by {@code OperationCommandsTest}. */
final class AdministrationTable {

  private static final Columns KEY =
      Columns.of(
          """
          id /id, name /name, roles /roles, key /key, created /created/at, created by /created/by,
          expires /expiresAt, last used /lastUsedAt, revoked /revoked/at, revoked by /revoked/by""");

  private static final Columns WEBHOOK =
      Columns.of(
          """
          id /id, url /url, events /events, enabled /enabled, secret /secret,
          earlier secret until /earlierSecretUntil, created /createdAt, created by /createdBy""");

  private static final Columns DELIVERY =
      Columns.of(
          """
          ID /id, EVENT /event, HAPPENED /happenedAt, STATUS /status, ATTEMPTS /attempts,
          NEXT /nextAt, RESPONSE /response, ERROR /error""");

  private static final Columns KILL_SWITCH =
      Columns.of(
              """
              ID /id, KIND /kind, NAME /name, TENANT /tenant, BY /by, SINCE /at, REASON /reason""")
          .with("STOPS", it -> it.path("known").asBoolean(true) ? "" : "nothing today");

  private static final Columns RETENTION =
      Columns.of(
          """
          plan /plan, as of /asOf, runs to erase /runs, bytes /bytes, runs kept /kept,
          runs to cancel /cancels, more /more, erased /erased, cancelled /cancelled,
          skipped /skipped""");

  private AdministrationTable() {}

  static List<Group> groups() {
    return List.of(
        keys(), webhooks(), killSwitches(), maintenance(), retention(), audit(), server());
  }

  private static Group keys() {
    return Group.of(
        "key",
        "Shows, creates and revokes API keys, with which programs log in.",
        "KEY",
        command(
            "list",
            "Lists the keys, the newest first.",
            Operation.LIST_API_KEYS,
            items(
                Columns.of(
                    """
                    ID /id, NAME /name, ROLES /roles, EXPIRES /expiresAt, LAST USED /lastUsedAt,
                    REVOKED /revoked/at"""))),
        command("show", "Shows a key, without its secret.", Operation.SHOW_API_KEY, item(KEY)),
        command(
            "create",
            "Creates a key, and prints it; it cannot be printed again.",
            Operation.CREATE_API_KEY,
            new Answer.Secret(
                KEY, "key", "if you do not have it, revoke this key and create another one"),
            body("NAME", "name", "Says what the key is for."),
            body("--role", "roles", "A role of the key; may be given several times.")
                .texts()
                .required(),
            body(
                    "--expires-at",
                    "expiresAt",
                    "Such as 2026-12-31T00:00:00Z; in 90 days by default.")
                .time()),
        command("revoke", "Revokes a key for good.", Operation.REVOKE_API_KEY, item(KEY)));
  }

  private static Group webhooks() {
    Answer webhook = item(WEBHOOK);
    Answer secret =
        new Answer.Secret(
            WEBHOOK, "secret", "if you do not have it, rotate it with webhook rotate-secret");
    Parameter[] definition = {
      body("URL", "url", "Begins with https:// or mailto:."),
      body("--event", "events", "Such as run.failed; may be given several times.")
          .texts()
          .required(),
      body("--disabled", "enabled", "Sends nothing for now.").inverse()
    };
    return Group.of(
        "webhook",
        "Shows, creates, changes and tests webhooks, and shows their deliveries.",
        "ID",
        command(
            "list",
            "Lists the webhooks, the oldest first.",
            Operation.LIST_WEBHOOKS,
            items(Columns.of("ID /id, URL /url, ENABLED /enabled, EVENTS /events"))),
        command("show", "Shows a webhook, without its secret.", Operation.SHOW_WEBHOOK, webhook),
        command(
            "create",
            "Creates a webhook, and prints its secret; it cannot be printed again.",
            Operation.CREATE_WEBHOOK,
            secret,
            definition),
        command(
            "replace",
            "Replaces the URL, the events and the state of a webhook.",
            Operation.REPLACE_WEBHOOK,
            webhook,
            definition),
        command(
            "delete", "Deletes a webhook and its deliveries.", Operation.DELETE_WEBHOOK, nothing()),
        command(
            "rotate-secret",
            "Creates a new secret, and prints it; for a while, the earlier one signs too.",
            Operation.ROTATE_WEBHOOK_SECRET,
            secret),
        command(
            "test",
            "Sends one test message now, and prints what the receiver answered; the exit code is 1"
                + " if it did not accept it.",
            Operation.TEST_WEBHOOK,
            new Answer.Verdict(
                Columns.of("accepted /accepted, response /response, error /error"), "accepted")),
        command(
            "deliveries",
            "Lists the deliveries of a webhook, the newest event first.",
            Operation.LIST_DELIVERIES,
            paged(DELIVERY),
            query("--status", "status", "PENDING, DELIVERED or DEAD_LETTER."),
            limit(20)),
        command(
            "redeliver",
            "Sends an event again that was delivered or given up.",
            Operation.REDELIVER,
            item(DELIVERY)));
  }

  private static Group killSwitches() {
    return Group.of(
        "kill-switch",
        "Stops things at once, on all servers, and releases them.",
        "ID",
        command("list", "Lists what is stopped.", Operation.LIST_KILL_SWITCHES, items(KILL_SWITCH)),
        command(
            "set",
            "Stops something at once.",
            Operation.SET_KILL_SWITCH,
            item(KILL_SWITCH),
            body("KIND", "kind", "One of ${COMPLETION-CANDIDATES}; tool and agent need a name.")
                .constant(
                    "model-calls",
                    "dangerous-tools",
                    "submissions",
                    "tool",
                    "agent",
                    "tenant",
                    "stored-code",
                    "code-repairs",
                    "code-reuse"),
            body("NAME", "name", "The tool or agent.").optional(),
            body(
                "--tenant",
                "tenant",
                "Another tenant, or * for all; for admins of the tenant default."),
            body("--reason", "reason", "Is shown in each refusal that the switch causes.")
                .required(),
            body(
                    "--unknown",
                    "unknown",
                    "Sets it although the server knows no such tool, agent or tenant; it stops nothing"
                        + " today.")
                .flag()),
        command("release", "Releases a kill switch.", Operation.RELEASE_KILL_SWITCH, nothing()));
  }

  private static Group maintenance() {
    return Group.of(
        new MaintenanceCommand(),
        "ID",
        command(
            "list",
            "Lists what is in maintenance, and how many runs are still held there.",
            Operation.LIST_MAINTENANCE,
            new Answer.Items(
                MaintenanceCommand.STARTED.with("RUNS", "/runs"), MaintenanceCommand::rows, 0)),
        command(
            "servers",
            "Lists the servers that are up, hold runs, or went silent in the last hour.",
            Operation.LIST_MAINTENANCE,
            new Answer.Items(
                Columns.of(
                    """
                    SERVER /name, UP /up, MAINTENANCE /maintenance, RUNS /runs, PLACES /places,
                    LOAD % /processorLoad, VERSION /version, HEARD /heardAt"""),
                answer -> Answer.member(answer, "servers"),
                0)),
        command("end", "Ends a maintenance.", Operation.END_MAINTENANCE, nothing()));
  }

  private static Group retention() {
    return Group.of(
        "retention",
        "Erases and cancels the runs that the retention rules name.",
        "ID",
        command(
            "apply",
            "Carries out the plan that --dry-run has shown; nothing is done if it would be other"
                + " runs by now.",
            Operation.APPLY_RETENTION,
            item(RETENTION),
            body("PLAN", "plan", "The plan, as --dry-run shows it.").optional(),
            body("--as-of", "asOf", "Shows what will be due at this time.").time(),
            dryRun("Shows the plan; changes nothing.").onOrOff()));
  }

  private static Group audit() {
    return Group.of(
        "audit",
        "Shows the audit record of the tenant.",
        "ID",
        command(
            "list",
            "Lists entries, the newest first.",
            Operation.LIST_AUDIT,
            paged(
                Columns.of(
                    """
                    NUMBER /sequence, AT /at, TYPE /type, BY /data/by, ADDRESS /data/address,
                    DEED /data/deed, OF /data/of, STATUS /data/status""")),
            limit(100),
            query("--before", "before", "Those before an entry; by default the newest.").number()),
        command(
            "export",
            "Writes the audit record, which reprise verify checks.",
            Operation.EXPORT_AUDIT,
            content(),
            target()));
  }

  private static Group server() {
    return Group.of(
        "server",
        "Shows the answering server, the queue, and who is logged in.",
        "ID",
        command(
            "caller",
            "Shows who is logged in, for which tenant and with which roles.",
            Operation.SHOW_CALLER,
            item(Columns.of("name /name, tenant /tenant, roles /roles"))),
        command(
            "queue",
            "Shows the tenant's queued and running runs, its share and its limits.",
            Operation.SHOW_QUEUE,
            item(
                Columns.of(
                    """
                    queued /queued, running /running, waiting /waiting, oldest due /oldestDue,
                    weight /weight, most running /maxRunning, most queued /maxQueued,
                    refused /refused"""))),
        command(
            "metrics",
            "Prints the metrics of the answering server in the text format of Prometheus.",
            Operation.SHOW_METRICS,
            content(),
            target()));
  }
}
