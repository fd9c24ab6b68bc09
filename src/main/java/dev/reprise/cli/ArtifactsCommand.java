package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.client.http.RepriseException;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Maintains the generated tools of a server; each answer is printed as JSON, one item a line. */
@Command(
    name = "artifacts",
    description =
        "Shows and maintains generated tools. The environment variable REPRISE_PASSWORD has the"
            + " password of the user, who must be an admin for all that changes something.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true)
final class ArtifactsCommand {

  @Spec @Nullable CommandSpec spec;

  @Mixin ServerOptions server = new ServerOptions();

  @Command(description = "Lists tools with fitness and rank, and those that are corrupt.")
  int list(
      @Option(names = "--role", description = "Only of this role.") @Nullable String role,
      @Option(names = "--stage", description = "Only in this stage.") @Nullable String stage)
      throws IOException, RepriseException, InterruptedException {
    Map<String, String> query = new TreeMap<>(Map.of("limit", "100"));
    put(query, "role", role);
    put(query, "stage", stage);
    String path = "artifacts?" + query(query);
    return server.ask(
        client -> {
          JsonNode page = client.get(path);
          while (page.has("nextCursor")) {
            items(page);
            page = client.get(path + "&cursor=" + page.path("nextCursor").asText());
          }
          return page;
        },
        this::items);
  }

  @Command(description = "Prints the document of a tool, which import takes.")
  int export(
      @Parameters(paramLabel = "ROLE") String role,
      @Parameters(paramLabel = "METHOD") String method)
      throws IOException, RepriseException, InterruptedException {
    return server.ask(
        client -> client.get(address(role, method)),
        answer -> out().println(answer.path("document").toPrettyString()));
  }

  @Command(name = "import", description = "Brings the document of a tool, whose code is staged.")
  int bring(
      @Parameters(paramLabel = "ROLE") String role,
      @Parameters(paramLabel = "METHOD") String method,
      @Parameters(paramLabel = "FILE") Path file)
      throws IOException, RepriseException, InterruptedException {
    return server.ask(
        client -> {
          ObjectNode body = JsonNodeFactory.instance.objectNode();
          body.set("document", Json.read(Files.readString(file)));
          return client.send("PUT", address(role, method), body);
        },
        this::standing);
  }

  @Command(description = "Brings a tool to its next stage, if its code passes its checks.")
  int promote(@Mixin Target target) throws IOException, RepriseException, InterruptedException {
    return change(target, "promote", target.body());
  }

  @Command(description = "Lets no agent call a tool.")
  int quarantine(@Mixin Target target) throws IOException, RepriseException, InterruptedException {
    return change(target, "quarantine", target.body());
  }

  @Command(description = "Returns to the generation before, which is staged.")
  int rollback(@Mixin Target target) throws IOException, RepriseException, InterruptedException {
    return change(target, "rollback", target.body());
  }

  @Command(description = "Says that a tool is healthy.")
  int bless(
      @Mixin Target target,
      @Option(names = "--reset-metrics", description = "All counts begin at zero.")
          boolean resetMetrics)
      throws IOException, RepriseException, InterruptedException {
    return change(target, "bless", target.body().put("resetMetrics", resetMetrics));
  }

  @Command(description = "Puts a tool away; its code is kept.")
  int archive(@Mixin Target target) throws IOException, RepriseException, InterruptedException {
    return change(target, "archive", target.body());
  }

  @Command(description = "Has the next call write the code anew, with all repairs before it.")
  int regenerate(@Mixin Target target) throws IOException, RepriseException, InterruptedException {
    return change(target, "regenerate", target.body());
  }

  @Command(description = "Undoes a decision about a tool, also its removal.")
  int restore(
      @Mixin Target target,
      @Option(names = "--change", description = "The decision; by default the newest.")
          @Nullable String change)
      throws IOException, RepriseException, InterruptedException {
    ObjectNode body = target.body();
    return change(target, "restore", change == null ? body : body.put("change", change));
  }

  @Command(description = "Lists what was decided about a tool, the newest first.")
  int changes(
      @Parameters(paramLabel = "ROLE") String role,
      @Parameters(paramLabel = "METHOD") String method)
      throws IOException, RepriseException, InterruptedException {
    return server.ask(client -> client.get(address(role, method) + "/changes"), this::items);
  }

  @Command(
      name = "archive-unused",
      description = "Lists the tools that are not called any more, or archives them.")
  int archiveUnused(@Mixin Cleanup cleanup)
      throws IOException, RepriseException, InterruptedException {
    return cleanUp("archive-unused", cleanup);
  }

  @Command(description = "Lists the tools that have not been called for long, or removes them.")
  int prune(@Mixin Cleanup cleanup) throws IOException, RepriseException, InterruptedException {
    return cleanUp("prune", cleanup);
  }

  private int cleanUp(String action, Cleanup cleanup)
      throws IOException, RepriseException, InterruptedException {
    return server.ask(
        client -> client.send("POST", "artifacts:" + action, cleanup.body()), this::items);
  }

  @Command(description = "Prints how calls ended, by day and class of failure.")
  int trends(
      @Option(names = "--role", description = "Only of this role.") @Nullable String role,
      @Option(names = "--method", description = "Only of this method.") @Nullable String method,
      @Option(names = "--days", defaultValue = "30", description = "By default ${DEFAULT-VALUE}.")
          int days)
      throws IOException, RepriseException, InterruptedException {
    Map<String, String> query = new TreeMap<>(Map.of("days", String.valueOf(days)));
    put(query, "role", role);
    put(query, "method", method);
    return server.ask(client -> client.get("artifact-trends?" + query(query)), this::items);
  }

  @Command(description = "Prints what is turned off.")
  int switches() throws IOException, RepriseException, InterruptedException {
    return server.ask(client -> client.get("artifact-switches"), this::line);
  }

  @Command(
      name = "switch",
      description = "Turns off what is named, and everything else on, at once on all servers.")
  int turn(
      @Option(names = "--read-off", description = "No stored code runs.") boolean readOff,
      @Option(names = "--repair-off", description = "No code is repaired.") boolean repairOff,
      @Option(names = "--generate-only", description = "Each call has its code written.")
          boolean generateOnly,
      @Option(names = "--reason", required = true, description = "Is kept.") String reason)
      throws IOException, RepriseException, InterruptedException {
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("readOff", readOff)
            .put("repairOff", repairOff)
            .put("generateOnly", generateOnly)
            .put("reason", reason);
    return server.ask(client -> client.send("PUT", "artifact-switches", body), this::line);
  }

  /** The tool that a decision is about, and why. */
  static final class Target {

    @Parameters(index = "0", paramLabel = "ROLE")
    String role = "";

    @Parameters(index = "1", paramLabel = "METHOD")
    String method = "";

    @Option(names = "--reason", required = true, description = "Is kept with the tool.")
    String reason = "";

    private ObjectNode body() {
      return JsonNodeFactory.instance.objectNode().put("reason", reason);
    }
  }

  /** Which tools are put away, and why. */
  static final class Cleanup {

    @Option(names = "--role", description = "Only of this role.")
    @Nullable String role;

    @Option(names = "--execute", description = "Changes something; otherwise it is a dry run.")
    boolean execute;

    @Option(
        names = "--reason",
        defaultValue = "not called any more",
        description = "Is kept with each tool; by default ${DEFAULT-VALUE}.")
    String reason = "";

    private ObjectNode body() {
      ObjectNode body = JsonNodeFactory.instance.objectNode();
      body.put("dryRun", !execute).put("reason", reason);
      return role == null ? body : body.put("role", role);
    }
  }

  private int change(Target target, String action, ObjectNode body)
      throws IOException, RepriseException, InterruptedException {
    return server.ask(
        client -> client.send("POST", address(target.role, target.method) + ":" + action, body),
        this::standing);
  }

  private void standing(JsonNode detail) {
    line(detail.path("artifact"));
  }

  private void items(JsonNode page) {
    page.path("items").forEach(this::line);
    page.path("corrupt")
        .forEach(it -> line(JsonNodeFactory.instance.objectNode().set("corrupt", it)));
  }

  private void line(JsonNode item) {
    out().println(Json.write(item));
  }

  private PrintWriter out() {
    return Objects.requireNonNull(spec, "picocli sets it").commandLine().getOut();
  }

  private static String address(String role, String method) {
    return "artifacts/%s/%s".formatted(encoded(role), encoded(method));
  }

  private static void put(Map<String, String> query, String name, @Nullable String value) {
    if (value != null) {
      query.put(name, value);
    }
  }

  private static String query(Map<String, String> query) {
    return query.entrySet().stream()
        .map(it -> it.getKey() + "=" + encoded(it.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
