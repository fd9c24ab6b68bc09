package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.options.CallOptions;
import dev.reprise.cli.options.ChangeOptions;
import dev.reprise.cli.options.DocumentFile;
import dev.reprise.cli.options.KeyOption;
import dev.reprise.cli.options.NotWaitingException;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.run.RunColumns;
import dev.reprise.client.Approvals;
import dev.reprise.client.OpenCall;
import dev.reprise.client.Page;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.Run;
import dev.reprise.client.http.RepriseException;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what waits for people, and takes their decisions. */
@Command(
    name = "approval",
    description = "Shows what waits for people, and takes their decisions.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class ApprovalCommand {

  private static final int PAGE = 200;

  private static final Columns INBOX =
      Columns.NONE
          .with("RUN", "/run")
          .with("AGENT", "/agent")
          .with("SUBMITTED BY", "/submittedBy")
          .with("WAITING FOR", "/waitingFor")
          .with("SINCE", "/since")
          .with("MODEL CALL IN USD", ApprovalCommand::modelCall)
          .with("CALLS", ApprovalCommand::calls);

  private static final Columns CALLS =
      Columns.NONE
          .with("CALL", "/id")
          .with("TOOL", "/tool")
          .with("STATUS", "/status")
          .with("ASKING", "/asking")
          .with("QUESTION", "/question")
          .with("ARGUMENTS", "/arguments")
          .with("DIGEST", "/digest");

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Command(
      description = "Lists the runs that wait for people, and their calls.",
      mixinStandardHelpOptions = true)
  void list() throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output.output().all(INBOX, Page.all(cursor -> client.approvals().list(PAGE, cursor)));
    }
  }

  @Command(
      description = "Shows the calls of a run that are not finished.",
      mixinStandardHelpOptions = true)
  void show(@Parameters(paramLabel = "RUN") UUID run)
      throws RepriseException, InterruptedException {
    try (var client = server.client()) {
      output
          .output()
          .all(CALLS, client.approvals().calls(run).stream().map(OpenCall::json).toList());
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
      @Mixin ModelCallOptions modelCall,
      @Mixin ChangeOptions options)
      throws RepriseException, InterruptedException, NotWaitingException {
    UUID run = call.run();
    if (call.isAboutToolCall()) {
      decide(
          approvals ->
              approvals.approve(
                  run, call.asked(approvals), Optional.ofNullable(upTo), options.change()));
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

  private static String modelCall(JsonNode item) {
    JsonNode reached = item.at("/budget/reached");
    return reached.path("kind").asText().equals("CALL_USD")
        ? reached.path("needed").asText("unknown")
        : "";
  }

  private static String calls(JsonNode item) {
    var calls = new StringJoiner(", ");
    item.path("calls")
        .forEach(it -> calls.add(it.path("id").asText() + " (" + it.path("tool").asText() + ")"));
    return calls.toString();
  }
}
