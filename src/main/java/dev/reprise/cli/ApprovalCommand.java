package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.options.CallOptions;
import dev.reprise.cli.options.ChangeOptions;
import dev.reprise.cli.options.DocumentFile;
import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.NotWaitingException;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.LimitText;
import dev.reprise.cli.output.Output;
import dev.reprise.cli.output.OutputFormat;
import dev.reprise.cli.run.RunColumns;
import dev.reprise.client.Approvals;
import dev.reprise.client.OpenCall;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.Run;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what waits for people, and takes their decisions. Tested by {@code CommandLineTest}. */
@Command(
    name = "approval",
    description = "Shows what waits for people, and takes their decisions.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class ApprovalCommand {

  private static final Columns LIMIT =
      Columns.NONE.with("LIMIT REACHED", run -> LimitText.of(run.at(RunColumns.REACHED)));

  private static final Columns CALLS =
      Columns.of(
              """
          CALL /id, TOOL /tool, STATUS /status, ASKING /asking, QUESTION /question,
          ARGUMENTS /arguments""")
          .with("SWITCHED OFF", ApprovalCommand::switchedOff)
          .with("DIGEST", "/digest");

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(
      description =
          "Shows the calls of a run that are not finished, first the model call that it paused for;"
              + " as a table also the limit of spending that holds it up.",
      mixinStandardHelpOptions = true)
  void show(@Parameters(paramLabel = "RUN") UUID run)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      List<JsonNode> calls = new ArrayList<>();
      client.approvals().modelCall(run).map(ApprovalCommand::row).ifPresent(calls::add);
      client.approvals().calls(run).stream().map(OpenCall::json).forEach(calls::add);
      Output printed = output.output();
      if (printed.format() == OutputFormat.TABLE) {
        printed.one(LIMIT, client.runs().show(run).json());
        // A call is decided by what is shown of it: each has its lines, with all of its arguments.
        calls.forEach(call -> printed.one(CALLS, call));
      } else {
        printed.all(CALLS, calls);
      }
    }
  }

  @Command(
      description = "Approves a tool call, or without CALL the model call that a run paused for.",
      mixinStandardHelpOptions = true)
  void approve(
      @Mixin CallOptions call,
      @Option(
              names = "--up-to",
              paramLabel = "USD",
              description = "Later calls of the tool may cost this much together, unasked.")
          @Nullable BigDecimal upTo,
      @Option(
              names = "--switched-off",
              description = "Also if the call is refused, because its tool is switched off.")
          boolean isSwitchedOff,
      @Mixin ModelCallOptions modelCall,
      @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException, NotWaitingException {
    UUID run = call.run();
    if (call.isAboutToolCall()) {
      decide(
          approvals -> {
            OpenCall asked = call.asked(approvals);
            if (!isSwitchedOff && asked.json().has("switchedOff")) {
              throw new NotWaitingException(
                  "the tool of call %s is switched off %s; the call would be refused. Approve it all the same with --switched-off"
                      .formatted(asked.id(), switchedOff(asked.json())));
            }
            return approvals.approve(run, asked, Optional.ofNullable(upTo), options.change());
          });
    } else {
      aboutModelCall(
          client ->
              client
                  .approvals()
                  .approveModelCall(run, modelCall.needed(client, run), options.change()));
    }
  }

  @Command(
      description = "Denies a tool call, or without CALL the model call that a run paused for.",
      mixinStandardHelpOptions = true)
  void deny(
      @Mixin CallOptions call, @Mixin ModelCallOptions modelCall, @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException, NotWaitingException {
    UUID run = call.run();
    if (call.isAboutToolCall()) {
      decide(approvals -> approvals.deny(run, call.asked(approvals), options.change()));
    } else {
      aboutModelCall(
          client ->
              client
                  .approvals()
                  .denyModelCall(run, modelCall.needed(client, run), options.change()));
    }
  }

  @Command(description = "Approves a call with other arguments.", mixinStandardHelpOptions = true)
  void edit(
      @Mixin CallOptions call,
      @Parameters(
              index = "2",
              paramLabel = "FILE",
              description = "All arguments of the call as JSON or YAML; - is standard input.")
          String file,
      @Mixin ChangeOptions options)
      throws IOException, RepriseException, InterruptedException, NotWaitingException {
    ObjectNode arguments = DocumentFile.object(file);
    decide(
        approvals ->
            approvals.edit(call.run(), call.asked(approvals), arguments, options.change()));
  }

  @Command(
      description = "Passes a decision about a call on to another person.",
      mixinStandardHelpOptions = true)
  void delegate(
      @Mixin CallOptions call,
      @Parameters(index = "2", paramLabel = "USER") String user,
      @Mixin ModelCallOptions modelCall,
      @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException, NotWaitingException {
    UUID run = call.run();
    if (call.isAboutToolCall()) {
      decide(approvals -> approvals.delegate(run, call.asked(approvals), user, options.change()));
    } else {
      aboutModelCall(
          client ->
              client
                  .approvals()
                  .delegateModelCall(run, modelCall.needed(client, run), user, options.change()));
    }
  }

  @Command(description = "Answers a question of the model.", mixinStandardHelpOptions = true)
  void answer(
      @Mixin CallOptions call,
      @Parameters(index = "2", paramLabel = "ANSWER") String answer,
      @Mixin KeyOption key)
      throws RepriseException, InterruptedException, NotWaitingException {
    decide(approvals -> approvals.answer(call.run(), call.asked(approvals), answer, key.key()));
  }

  /** A decision about a call. */
  @FunctionalInterface
  private interface Decision {
    Run with(Approvals approvals)
        throws RepriseException, InterruptedException, NotWaitingException;
  }

  private void decide(Decision decision)
      throws RepriseException, InterruptedException, NotWaitingException {
    try (var client = server.client()) {
      output.output().one(RunColumns.DETAIL, decision.with(client.approvals()).json());
    }
  }

  /** A decision about a model call. */
  @FunctionalInterface
  private interface ModelCallDecision {
    Run with(RepriseClient client)
        throws RepriseException, InterruptedException, NotWaitingException;
  }

  private void aboutModelCall(ModelCallDecision decision)
      throws RepriseException, InterruptedException, NotWaitingException {
    try (var client = server.client()) {
      output.output().one(RunColumns.DETAIL, decision.with(client).json());
    }
  }

  /** Returns the model call of a run as a call in the list of its calls. */
  private static JsonNode row(JsonNode modelCall) {
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("id", CallOptions.MODEL_CALL).put("status", "WAITING").put("asking", "APPROVAL");
    row.put(
        "question",
        "May a model call cost %s USD? One may cost %s USD."
            .formatted(
                modelCall.path("needed").asText("an unknown amount of"),
                modelCall.path("limit").asText()));
    return row.setAll((ObjectNode) modelCall);
  }

  private static String switchedOff(JsonNode call) {
    JsonNode off = call.path("switchedOff");
    return off.isObject()
        ? "by %s: %s".formatted(off.path("by").asText(), off.path("reason").asText())
        : "";
  }
}
