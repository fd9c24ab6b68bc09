package dev.reprise.cli;

import static dev.reprise.cli.operation.Answer.item;
import static dev.reprise.cli.operation.Answer.items;
import static dev.reprise.cli.operation.OperationCommand.command;
import static dev.reprise.cli.operation.Parameter.body;
import static dev.reprise.cli.operation.Parameter.query;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.cli.operation.Answer;
import dev.reprise.cli.operation.Group;
import dev.reprise.cli.operation.OperationCommand;
import dev.reprise.cli.operation.Parameter;
import dev.reprise.cli.options.UsualFormat;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.http.Operation;
import java.util.List;
import java.util.stream.Stream;

/** The commands about generated tools. Tested by {@code OperationCommandsTest}. */
final class ArtifactTable {

  private static final Answer ITEM = item(Columns.NONE);
  private static final Answer ITEMS = items(Columns.NONE);

  private ArtifactTable() {}

  static Group group() {
    return Group.of(
            "artifacts",
            "Shows and maintains generated tools. The user must be an admin to change them.",
            "ID",
            command(
                "list",
                "Lists generated tools with fitness and rank, and those that are corrupt.",
                Operation.LIST_ARTIFACTS,
                new Answer.Items(Columns.NONE, ArtifactTable::rows, 100),
                query("--role", "role", "Only of this role."),
                query("--stage", "stage", "Only in this stage.")),
            command(
                    "export",
                    "Prints the document of a generated tool, which import takes.",
                    Operation.SHOW_ARTIFACT,
                    new Answer.Item(Columns.NONE, "/document"))
                .prints(UsualFormat.JSON),
            command(
                "import",
                "Imports the document of a generated tool, whose code is staged.",
                Operation.IMPORT_ARTIFACT,
                new Answer.Item(Columns.NONE, "/artifact"),
                body("FILE", "document", "The exported document; - is standard input.").jsonFile()),
            change(
                "promote",
                "Moves a generated tool to its next stage, if its code passes its checks.",
                Operation.PROMOTE_ARTIFACT),
            change(
                "quarantine",
                "Quarantines a generated tool: agents cannot call it.",
                Operation.QUARANTINE_ARTIFACT),
            change(
                "rollback",
                "Returns to the previous generation of the code, which is staged.",
                Operation.ROLLBACK_ARTIFACT),
            change(
                "bless",
                "Declares a generated tool healthy.",
                Operation.BLESS_ARTIFACT,
                body("--reset-metrics", "resetMetrics", "All counts begin at zero.").onOrOff()),
            change(
                "archive",
                "Archives a generated tool; its code is kept.",
                Operation.ARCHIVE_ARTIFACT),
            change(
                "regenerate",
                "Discards the code and its repairs; the next call generates new code.",
                Operation.REGENERATE_ARTIFACT),
            change(
                "restore",
                "Reverts a decision about a generated tool, also its removal.",
                Operation.RESTORE_ARTIFACT,
                body("--change", "change", "The decision; by default the newest.")),
            command(
                "changes",
                "Lists what was decided about a generated tool, the newest first.",
                Operation.LIST_ARTIFACT_CHANGES,
                ITEMS),
            command(
                "corrupt",
                "Shows the last document that could not be read.",
                Operation.SHOW_CORRUPT_DOCUMENT,
                ITEM),
            cleanup(
                "archive-unused",
                "Lists the generated tools that are no longer called, or archives them.",
                Operation.ARCHIVE_UNUSED_ARTIFACTS),
            cleanup(
                "prune",
                "Lists the generated tools that have not been called for long, or removes them.",
                Operation.PRUNE_ARTIFACTS),
            command(
                "trends",
                "Shows how calls ended, by day and class of failure.",
                Operation.LIST_ARTIFACT_TRENDS,
                ITEMS,
                query("--role", "role", "Only of this role."),
                query("--method", "method", "Only of this method."),
                query("--days", "days", "By default ${DEFAULT-VALUE}.").number().usually("30")))
        .prints(UsualFormat.LINES);
  }

  private static OperationCommand change(
      String name, String description, Operation operation, Parameter... more) {
    Parameter reason = body("--reason", "reason", "Is kept with the tool.").required();
    return command(
        name,
        description,
        operation,
        new Answer.Item(Columns.NONE, "/artifact"),
        Stream.concat(Stream.of(reason), Stream.of(more)).toArray(Parameter[]::new));
  }

  private static OperationCommand cleanup(String name, String description, Operation operation) {
    return command(
        name,
        description,
        operation,
        ITEMS,
        body("--execute", "dryRun", "Changes something; otherwise it is a dry run.").inverse(),
        body("--reason", "reason", "Is kept with each tool; by default ${DEFAULT-VALUE}.")
            .usually("not called any more"),
        body("--role", "role", "Only of this role."));
  }

  /** Returns the items of a page, and those of which only the name can be read. */
  private static List<JsonNode> rows(JsonNode page) {
    Stream<JsonNode> corrupt =
        Answer.member(page, "corrupt").stream()
            .map(it -> JsonNodeFactory.instance.objectNode().set("corrupt", it));
    return Stream.concat(Answer.member(page, "items").stream(), corrupt).toList();
  }
}
