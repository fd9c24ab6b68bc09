package dev.reprise.mcp;

import dev.reprise.mcp.settings.McpServerSettings.Endpoint;
import dev.reprise.mcp.settings.SecretValues;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An MCP server over stdio that misbehaves in the way that its first argument names, and notes what
 * it hears in a directory. It uses nothing but the JDK, so that it starts without a class path.
 */
final class FakeServer {

  private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]+)\"");
  private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]+\"|\\d+)");
  private static final Pattern CURSOR = Pattern.compile("\"cursor\":\"([^\"]*)\"");
  private static final String SCHEMA = "{\"type\":\"object\"}";

  private final Manner manner;
  private final Path directory;
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  /** How it misbehaves. */
  enum Manner {
    WELL,
    CHATTERS_ON_ITS_OUTPUT,
    FLOODS_ITS_OUTPUT,
    ANSWERS_TOO_LARGE,
    ANSWERS_TOO_LARGE_WITH_ITS_ID_LAST,
    SENDS_TOO_LARGE_A_MESSAGE,
    ANSWERS_NESTED_TOO_DEEP,
    HAS_TOOLS_OF_ONE_NAME,
    HAS_TOOLS_THAT_ARE_NONE,
    LISTS_WHAT_IS_NO_LIST,
    LISTS_WITHOUT_END,
    LISTS_WITH_AN_EMPTY_CURSOR_AT_THE_END,
    LISTS_WITH_AN_EMPTY_CURSOR_BETWEEN,
    LISTS_WITH_A_CURSOR_THAT_REPEATS,
    LISTS_WITH_AN_EMPTY_CURSOR_THAT_IT_REFUSES,
    SAYS_WITHOUT_END_THAT_TOOLS_CHANGED,
    SAYS_WITH_EACH_LISTING_THAT_TOOLS_CHANGED,
    NEVER_ANSWERS_A_CALL,
    HANGS_IN_A_CALL,
    DIES_IN_A_CALL,
    DIES_IN_ITS_FIRST_CALL,
    DIES_AT_ONCE,
    ANSWERS_TWICE,
    ANSWERS_OTHERS,
    ANSWERS_WITH_AN_ERROR,
    FLOODS_ITS_ERRORS,
    SPEAKS_AN_UNKNOWN_VERSION,
    ASKS_BACK,
    TELLS_PROGRESS_OF_NOTHING,
    READS_NO_MORE,
    LEAVES_A_CHILD,
    TELLS_ITS_TOKEN
  }

  private FakeServer(Manner manner, Path directory) {
    this.manner = manner;
    this.directory = directory;
  }

  /** Returns how it is started. */
  static Endpoint.Stdio endpoint(Manner manner, Path directory) {
    try {
      Path classes =
          Path.of(FakeServer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return new Endpoint.Stdio(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:TieredStopAtLevel=1",
              "-XX:+UseSerialGC",
              "-Xshare:auto",
              "-Xmx200m",
              "-cp",
              classes.toString(),
              FakeServer.class.getName(),
              manner.name(),
              directory.toString()),
          SecretValues.NONE,
          Optional.empty());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  public static void main(String[] args) throws Exception {
    var server = new FakeServer(Manner.valueOf(args[0]), Path.of(args[1]));
    server.note("started", String.valueOf(ProcessHandle.current().pid()));
    server.serve();
  }

  private void serve() throws Exception {
    if (manner == Manner.DIES_AT_ONCE || Files.exists(directory.resolve("broken"))) {
      System.exit(3);
    }
    if (manner == Manner.LEAVES_A_CHILD) {
      Process child = new ProcessBuilder("sleep", "600").start();
      note("child", String.valueOf(child.pid()));
    }
    if (manner == Manner.FLOODS_ITS_ERRORS) {
      floodErrors();
    }
    if (manner == Manner.TELLS_ITS_TOKEN) {
      System.err.println("x".repeat(990) + " the token is " + token());
      System.err.println("token " + token());
      System.err.flush();
      out.println("no message, but a token: " + token());
    }
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String method = found(METHOD, line).orElse("");
      note("heard", method);
      if (manner == Manner.CHATTERS_ON_ITS_OUTPUT) {
        chatter();
      }
      answer(method, found(ID, line).orElse("0"), line);
    }
  }

  private void answer(String method, String id, String line) throws Exception {
    switch (method) {
      case "initialize" -> result(id, initialized());
      case "notifications/initialized" -> begin();
      case "tools/list" -> list(id, line);
      case "tools/call" -> call(id, line);
      case "ping" -> result(id, "{}");
      case "notifications/cancelled" -> note("cancelled", line);
      default -> note("other", line);
    }
  }

  private String initialized() {
    String version = manner == Manner.SPEAKS_AN_UNKNOWN_VERSION ? "1999-12-31" : "2025-06-18";
    return """
        {"protocolVersion":"%s","capabilities":{"tools":{"listChanged":true}},\
        "serverInfo":{"name":"fake","version":"1"},"unknown":[1]}"""
        .formatted(version);
  }

  private void begin() throws Exception {
    switch (manner) {
      case FLOODS_ITS_OUTPUT -> {
        while (!out.checkError()) {
          out.println("this is no message");
        }
      }
      case SAYS_WITHOUT_END_THAT_TOOLS_CHANGED -> {
        for (int i = 0; i < 20_000; i++) {
          out.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        }
      }
      case ASKS_BACK -> {
        for (String method :
            List.of("sampling/createMessage", "elicitation/create", "roots/list", "no/such")) {
          out.println(
              "{\"jsonrpc\":\"2.0\",\"id\":77,\"method\":\"%s\",\"params\":{}}".formatted(method));
        }
      }
      default -> {}
    }
  }

  private void list(String id, String line) throws IOException {
    Optional<String> cursor = found(CURSOR, line);
    if (manner == Manner.LISTS_WITH_AN_EMPTY_CURSOR_THAT_IT_REFUSES && cursor.isPresent()) {
      error(id, -32602, "invalid cursor");
      return;
    }
    result(id, tools(cursor));
    boolean isEarly = Files.readString(directory.resolve("heard")).split("tools/list").length <= 3;
    if (manner == Manner.SAYS_WITH_EACH_LISTING_THAT_TOOLS_CHANGED && isEarly) {
      out.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    }
  }

  private String tools(Optional<String> cursor) throws IOException {
    return switch (manner) {
      case HAS_TOOLS_OF_ONE_NAME ->
          listed(
              tool("doThing", SCHEMA),
              tool("do-thing", SCHEMA),
              tool("do", SCHEMA),
              tool("twice", SCHEMA),
              tool("twice", SCHEMA));
      case HAS_TOOLS_THAT_ARE_NONE ->
          listed(
              tool("do", SCHEMA),
              tool("ünïcode", SCHEMA),
              tool("", SCHEMA),
              tool("---", SCHEMA),
              tool("line\\nfeed", SCHEMA),
              "{\"name\":\"no_schema\"}",
              "null",
              "[]",
              tool("schema_true", "true"),
              tool("schema_text", "\"any\""),
              tool("text", "{\"type\":\"string\"}"),
              tool("wrong", "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"nonsense\"}}}"),
              tool(
                  "pattern",
                  "{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"(?=x)(a+)+$\"}}}"),
              tool(
                  "remote",
                  "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"http://127.0.0.1:1/x\"}}}"),
              tool("endless", "{\"type\":\"object\",\"allOf\":[{\"$ref\":\"#\"}]}"),
              tool(
                  "large",
                  "{\"type\":\"object\",\"description\":\"%s\"}".formatted("x".repeat(100_000))));
      case LISTS_WHAT_IS_NO_LIST -> "{\"tools\":\"none\"}";
      case LISTS_WITHOUT_END -> page("do", Integer.parseInt(cursor.orElse("0")) + 1 + "");
      case LISTS_WITH_AN_EMPTY_CURSOR_AT_THE_END, LISTS_WITH_AN_EMPTY_CURSOR_THAT_IT_REFUSES ->
          page("a", "");
      case LISTS_WITH_A_CURSOR_THAT_REPEATS -> page("a", "more");
      case LISTS_WITH_AN_EMPTY_CURSOR_BETWEEN ->
          cursor.isEmpty()
              ? page("a", "")
              : cursor.get().isEmpty() ? page("b", "last") : listed(tool("c", SCHEMA));
      case TELLS_ITS_TOKEN ->
          "{\"tools\":[{\"name\":\"do\",\"description\":\"%s Uses %s.\",\"inputSchema\":{\"type\":\"object\",\"description\":\"%s\"}},%s]}"
              .formatted("x".repeat(3_980), token(), token(), tool(token() + "é", SCHEMA));
      default -> all();
    };
  }

  /** Returns what the file {@code tools.json} says. */
  private String all() throws IOException {
    Path file = directory.resolve("tools.json");
    return Files.exists(file)
        ? listed(Files.readString(file).replace("\n", " "))
        : listed(tool("do", schema()));
  }

  /** Returns what the file {@code schema.json} says. */
  private String schema() throws IOException {
    Path file = directory.resolve("schema.json");
    return Files.exists(file) ? Files.readString(file).replace("\n", " ") : SCHEMA;
  }

  private static String page(String tool, String next) {
    return "{\"tools\":[%s],\"nextCursor\":\"%s\"}".formatted(tool(tool, SCHEMA), next);
  }

  private static String listed(String... tools) {
    return "{\"tools\":[%s]}".formatted(String.join(",", tools));
  }

  private static String tool(String name, String schema) {
    return "{\"name\":\"%s\",\"description\":\"Does it.\",\"inputSchema\":%s}"
        .formatted(name, schema);
  }

  private void call(String id, String line) throws Exception {
    note("call", line);
    switch (manner) {
      case NEVER_ANSWERS_A_CALL -> {}
      case HANGS_IN_A_CALL, READS_NO_MORE -> Thread.sleep(600_000);
      case DIES_IN_A_CALL -> System.exit(137);
      case DIES_IN_ITS_FIRST_CALL -> {
        if (Files.readAllLines(directory.resolve("call")).size() == 1) {
          System.exit(137);
        }
        result(id, content("at last"));
      }
      case ANSWERS_TOO_LARGE ->
          large("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":\"".formatted(id), "\"}");
      case ANSWERS_TOO_LARGE_WITH_ITS_ID_LAST ->
          large("{\"result\":\"", "\",\"jsonrpc\":\"2.0\",\"id\":%s}".formatted(id));
      case SENDS_TOO_LARGE_A_MESSAGE -> large("{\"method\":\"", "\"}");
      case ANSWERS_NESTED_TOO_DEEP ->
          result(id, "{\"content\":%s%s}".formatted("[".repeat(5_000), "]".repeat(5_000)));
      case ANSWERS_TWICE -> {
        result(id, content("first"));
        result(id, content("second"));
      }
      case ANSWERS_OTHERS -> {
        result("\"unasked-1\"", content("for no request"));
        result("null", content("for nothing"));
        out.println("{\"jsonrpc\":\"2.0\",\"result\":{}}");
        result(id, content("done"));
      }
      case ANSWERS_WITH_AN_ERROR -> error(id, -32602, "no such thing");
      case TELLS_ITS_TOKEN -> tellToken(id, line);
      case TELLS_PROGRESS_OF_NOTHING -> {
        for (String params :
            List.of(
                "{}",
                "null",
                "[1]",
                "{\"progressToken\":\"other\",\"progress\":1}",
                "{\"progressToken\":[],\"progress\":{}}")) {
          out.println(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":%s}"
                  .formatted(params));
        }
        result(id, content("done"));
      }
      default -> {
        result(id, content("done"));
        if (line.contains("tools changed")) {
          out.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
        }
      }
    }
  }

  private void tellToken(String id, String line) {
    Matcher progress = Pattern.compile("\"progressToken\":(\"[^\"]+\")").matcher(line);
    if (progress.find()) {
      out.println(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":%s,\"progress\":1,\"message\":\"with %s\"}}"
              .formatted(progress.group(1), token()));
    }
    if (line.contains("an error")) {
      out.println(
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32602,\"message\":\"%s%s is no good\",\"data\":{\"t\":\"%s\"}}}"
              .formatted(id, "x".repeat(290), token(), token()));
      return;
    }
    String hex = HexFormat.of().formatHex(token().getBytes(StandardCharsets.UTF_8));
    result(
        id,
        "{\"isError\":%s,\"structuredContent\":{\"%s\":[\"%s\"]},\"content\":[{\"type\":\"text\",\"text\":\"%s %s\"}]}"
            .formatted(line.contains("a failure"), token(), hex, token(), hex));
  }

  private static String token() {
    return Objects.requireNonNull(System.getenv("TOKEN"));
  }

  private static String content(String text) {
    return "{\"content\":[{\"type\":\"text\",\"text\":\"%s\"}]}".formatted(text);
  }

  private void large(String begin, String end) {
    out.print(begin);
    for (int mebibyte = 0; mebibyte < 33; mebibyte++) {
      out.print("x".repeat(1024 * 1024));
    }
    out.println(end);
  }

  private void error(String id, int code, String message) {
    out.println(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":\"%s\"}}"
            .formatted(id, code, message));
  }

  private void result(String id, String result) {
    out.println("{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}".formatted(id, result));
  }

  private void chatter() {
    out.println("Listening on stdio …");
    out.println("");
    out.println("{\"jsonrpc\":\"2.0\",");
    out.println("[1, 2]");
    out.println("{\"hello\":\"world\"}");
    out.println("\u0000\u0001");
  }

  private static void floodErrors() {
    String line = "e".repeat(10_000);
    for (int i = 0; i < 2_000; i++) {
      System.err.println(line);
    }
    System.err.print("x".repeat(5_000_000)); // and no end of line
    System.err.flush();
  }

  private void note(String file, String line) throws IOException {
    Files.writeString(
        directory.resolve(file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static Optional<String> found(Pattern pattern, String line) {
    Matcher matcher = pattern.matcher(line);
    return matcher.find()
        ? Optional.of(Objects.requireNonNull(matcher.group(1)))
        : Optional.empty();
  }
}
