package dev.reprise.cli;

import static dev.reprise.cli.operation.Answer.content;
import static dev.reprise.cli.operation.Answer.item;
import static dev.reprise.cli.operation.Answer.items;
import static dev.reprise.cli.operation.Answer.nothing;
import static dev.reprise.cli.operation.Answer.paged;
import static dev.reprise.cli.operation.OperationCommand.command;
import static dev.reprise.cli.operation.Parameter.body;
import static dev.reprise.cli.operation.Parameter.file;
import static dev.reprise.cli.operation.Parameter.limit;
import static dev.reprise.cli.operation.Parameter.query;
import static dev.reprise.cli.operation.Parameter.reason;
import static dev.reprise.cli.operation.Parameter.target;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.operation.Answer;
import dev.reprise.cli.operation.Group;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.LimitText;
import dev.reprise.client.http.Operation;
import java.util.List;
import java.util.StringJoiner;

/**
 * The commands about what waits for people, batches, and acts on many runs. Tested by {@code
 * OperationCommandsTest}.
 */
final class ManyRunsTable {

  private static final Columns INBOX =
      Columns.of(
              """
              RUN /run, AGENT /agent, SUBMITTED BY /submittedBy, WAITING FOR /waitingFor,
              SINCE /since""")
          .with("LIMIT REACHED", item -> LimitText.of(item.at("/budget/reached")))
          .with("CALLS", ManyRunsTable::calls);

  private static final Columns DECISIONS =
      Columns.of(
          """
          PHASE /step/phase, ITERATION /step/iteration, CALL /call, TOOL /tool,
          ESTIMATE /estimate/amount, BY A PERSON /userApproved, AUTOMATIC /autoApproved,
          ALLOWED BY /allowedBy/by, HISTORY /history""");

  private static final Columns BATCHES =
      Columns.of(
          """
          ID /id, STATUS /status, AGENT /agent, NAME /name, PREVIEW OF /previewOf,
          ITEMS /receipt/items, COMPLETED /receipt/completed, FAILED /receipt/failed,
          USD /receipt/usd, CREATED /createdAt""");

  private static final Columns BULK_ITEMS =
      Columns.of("RUN /run, STATUS /status, RUN NOW /runStatus, CODE /code, DETAIL /detail");

  private ManyRunsTable() {}

  static List<Group> groups() {
    return List.of(approvals(), batches(), bulk());
  }

  private static Group approvals() {
    return Group.of(
        new ApprovalCommand(),
        "RUN",
        command(
            "list",
            "Lists the runs that wait for people, and their calls.",
            Operation.LIST_APPROVALS,
            paged(INBOX)),
        command(
            "history",
            "Lists which calls of a run were allowed, by whom and why.",
            Operation.LIST_RUN_APPROVALS,
            items(DECISIONS)));
  }

  private static Group batches() {
    Answer batch = item(BatchCommand.DETAIL);
    return Group.of(
        new BatchCommand(),
        "BATCH",
        command(
            "preview",
            "Runs a few items of a batch, to show what all of them would cost.",
            Operation.PREVIEW_BATCH,
            batch,
            file("The request as JSON or YAML; - is standard input.")),
        command(
            "list",
            "Lists batches, the newest first.",
            Operation.LIST_BATCHES,
            paged(BATCHES),
            query("--status", "status", "Only with this status."),
            limit(50)),
        command("show", "Shows a batch.", Operation.SHOW_BATCH, batch),
        command(
            "results",
            "Prints the results of ended items as JSON Lines, in the order of their ends.",
            Operation.DOWNLOAD_RESULTS,
            content(),
            query("--after", "after", "Only those after this number.").number().usually("0"),
            target()),
        command(
            "table",
            "Prints the results of ended items as comma-separated values, with a column for each member of"
                + " the output that the agent declares.",
            Operation.DOWNLOAD_RESULT_TABLE,
            content(),
            query("--after", "after", "Only those after this number.").number().usually("0"),
            target()),
        command(
            "pause",
            "Pauses a batch: no further item is started.",
            Operation.PAUSE_BATCH,
            batch,
            reason()),
        command("resume", "Resumes a paused batch.", Operation.RESUME_BATCH, batch, reason()),
        command("cancel", "Cancels a batch and its runs.", Operation.CANCEL_BATCH, batch, reason()),
        command(
            "approve",
            "Approves what the replies of the provider are expected to cost.",
            Operation.APPROVE_BATCH,
            batch,
            body("--usd", "needed", "The amount to approve, as the batch shows it.")
                .decimal()
                .required(),
            reason()),
        command(
            "retry-failed",
            "Retries the items that failed.",
            Operation.RETRY_FAILED_ITEMS,
            batch,
            reason()),
        command(
            "erase",
            "Erases a batch that has ended, with its results.",
            Operation.ERASE_BATCH,
            nothing()));
  }

  private static Group bulk() {
    Columns operation = BulkCommand.OPERATION;
    return Group.of(
        new BulkCommand(),
        "ID",
        command(
            "list",
            "Lists acts on many runs, the newest first.",
            Operation.LIST_BULK_OPERATIONS,
            paged(operation),
            limit(50)),
        command(
            "show",
            "Shows how far an act has come.",
            Operation.SHOW_BULK_OPERATION,
            item(operation)),
        command(
            "items",
            "Lists what has become of the runs of an act.",
            Operation.LIST_BULK_ITEMS,
            paged(BULK_ITEMS),
            query("--status", "status", "Only with this status, such as failed.").constant(),
            limit(50)),
        command(
            "cancel",
            "Stops an act; the runs that it has not come to stay as they are.",
            Operation.CANCEL_BULK_OPERATION,
            item(operation)),
        command(
            "retry-failed",
            "Tries an act again on the runs on which it was refused.",
            Operation.RETRY_FAILED_RUNS,
            item(operation)));
  }

  private static String calls(JsonNode item) {
    var calls = new StringJoiner(", ");
    item.path("calls")
        .forEach(
            it ->
                calls.add(
                    "%s (%s%s)"
                        .formatted(
                            it.path("id").asText(),
                            it.path("tool").asText(),
                            it.has("switchedOff") ? ", switched off" : "")));
    return calls.toString();
  }
}
