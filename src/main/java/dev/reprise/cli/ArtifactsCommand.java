package dev.reprise.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.options.OutputOptions;
import dev.reprise.cli.options.ServerOptions;
import dev.reprise.cli.options.TextFile;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.OutputFormat;
import dev.reprise.client.Page;
import dev.reprise.client.http.RepriseException;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

/**
 * Maintains the generated tools of a server; prints JSON, one item a line, unless told otherwise.
 */
@Command(
    name = "artifacts",
    description =
        "Shows and maintains generated tools. The environment variable REPRISE_PASSWORD has the"
            + " password of the user, who must be an admin for all that changes something.",
    synopsisSubcommandLabel = "COMMAND",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true)
final class ArtifactsCommand {

  @Mixin ServerOptions server = new ServerOptions();

  @Mixin OutputOptions output = new OutputOptions();

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
          List<JsonNode> all =
              Page.all(
                  cursor -> {
                    JsonNode page = client.get(path + cursor.map(it -> "&cursor=" + it).orElse(""));
                    return new Page<>(
                        rows(page),
                        Optional.ofNullable(page.get("nextCursor")).map(JsonNode::asText));
                  });
          return JsonNodeFactory.instance.arrayNode().addAll(all);
        },
        all -> print(list(all)));
  }

  @Command(description = "Prints the document of a tool, which import takes.")
  int export(
      @Parameters(paramLabel = "ROLE") String role,
      @Parameters(paramLabel = "METHOD") String method)
      throws IOException, RepriseException, InterruptedException {
    return server.ask(
        client -> client.get(address(role, method)),
        answer -> one(OutputFormat.JSON, answer.path("document")));
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
          body.set("document", Json.read(TextFile.read(file)));
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

  @Command(name = "corrupt", description = "Shows the last document that could not be read.")
  int corruptDocument(
      @Parameters(paramLabel = "ROLE") String role,
      @Parameters(paramLabel = "METHOD") String method)
      throws IOException, RepriseException, InterruptedException {
    return server.ask(client -> client.get(address(role, method) + "/corrupt-document"), this::one);
  }

  @Command(
      name = "archive-unused",
      description = "Lists the tools that are not called any more, or archives them.")
  int archiveUnused(@Mixin CleanupOptions cleanup)
      throws IOException, RepriseException, InterruptedException {
    return cleanUp("archive-unused", cleanup);
  }

  @Command(description = "Lists the tools that have not been called for long, or removes them.")
  int prune(@Mixin CleanupOptions cleanup)
      throws IOException, RepriseException, InterruptedException {
    return cleanUp("prune", cleanup);
  }

  private int cleanUp(String action, CleanupOptions cleanup)
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
    return server.ask(client -> client.get("artifact-switches"), this::one);
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
    return server.ask(client -> client.send("PUT", "artifact-switches", body), this::one);
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

  private int change(Target target, String action, ObjectNode body)
      throws IOException, RepriseException, InterruptedException {
    return server.ask(
        client -> client.send("POST", address(target.role, target.method) + ":" + action, body),
        this::standing);
  }

  private void standing(JsonNode detail) {
    one(detail.path("artifact"));
  }

  private void items(JsonNode page) {
    print(rows(page));
  }

  /** Returns the items of a page, and those of which only the name can be read. */
  private static List<JsonNode> rows(JsonNode page) {
    List<JsonNode> rows = new ArrayList<>(list(page.path("items")));
    page.path("corrupt")
        .forEach(it -> rows.add(JsonNodeFactory.instance.objectNode().set("corrupt", it)));
    return rows;
  }

  private static List<JsonNode> list(JsonNode array) {
    List<JsonNode> items = new ArrayList<>();
    array.forEach(items::add);
    return items;
  }

  private void print(List<JsonNode> items) {
    output.output(OutputFormat.JSONL).all(Columns.ofMembers(items), items);
  }

  private void one(JsonNode item) {
    one(OutputFormat.JSONL, item);
  }

  private void one(OutputFormat usual, JsonNode item) {
    output.output(usual).one(Columns.ofMembers(List.of(item)), item);
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
