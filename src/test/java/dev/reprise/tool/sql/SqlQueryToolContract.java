package dev.reprise.tool.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.Json;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.ToolBench;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolUse;
import dev.reprise.tool.method.MethodTools;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code sql_query} does on every database, and does not let happen on any. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class SqlQueryToolContract {

  private ExecutorService threads;
  private Asked asked;
  private CallOrigin origin = TestCalls.origin();

  abstract Shop shop();

  /** Returns what is hostile in this dialect only. */
  abstract List<HostileSql> ownHostile();

  /** Returns a query that takes more than a minute, and needs no allowed function for it. */
  abstract String slow();

  /** Returns whether the slow query is at work. */
  abstract boolean isSlowAtWork() throws SQLException;

  @BeforeEach
  void open() {
    origin = TestCalls.origin();
    threads = Executors.newVirtualThreadPerTaskExecutor();
    asked = at(shop().database(), Map.of());
  }

  /** Returns the tool with a data source of these properties. */
  final Asked at(DataSource database, Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    all.put("reprise.sql.sources", "shop,theirs");
    all.put("reprise.sql.source.shop.jndi", "jdbc/shop");
    all.put("reprise.sql.source.theirs.jndi", "jdbc/shop");
    all.put("reprise.sql.source.theirs.tenants", "beta");
    var sources = new SqlSources(SqlSourcesTest.config(all), jndi -> database);
    return new Asked(
        ToolFixture.caller(
            new ToolCatalogue(
                List.of(
                    MethodTools.of(
                        new SqlQueryTool(sources, new GuardedQueries(sources, threads)))))));
  }

  @AfterEach
  void close() {
    threads.close();
  }

  /** The tool as an agent has it. */
  final class Asked {

    private final ToolCaller caller;

    private Asked(ToolCaller caller) {
      this.caller = caller;
    }

    ToolOutcome call(String sql, List<Object> parameters, int limit) throws Exception {
      return call(Map.of("source", "shop", "sql", sql, "parameters", parameters, "limit", limit));
    }

    private ToolOutcome call(Map<String, Object> members) throws Exception {
      String arguments = Json.mapper().writeValueAsString(members);
      return caller
          .call(
              ToolUse.CLEARED_CALL,
              new ToolCall("c1", "sql_query", new JsonValue(arguments)),
              new CallContext(
                  ToolBench.KEY, new Workspace(Path.of("/")), origin, CallProgress.UNHEARD))
          .outcome();
    }

    String succeed(String sql, @Nullable Object... parameters) throws Exception {
      ToolOutcome outcome = call(sql, Arrays.asList(parameters), 100);
      assertThat(outcome).as(sql).isInstanceOf(ToolOutcome.Succeeded.class);
      return ((ToolOutcome.Succeeded) outcome).content();
    }

    Failure fail(String sql, Object... parameters) throws Exception {
      ToolOutcome outcome = call(sql, Arrays.asList(parameters), 100);
      assertThat(outcome).as(sql).isInstanceOf(ToolOutcome.Failed.class);
      return ((ToolOutcome.Failed) outcome).failure();
    }
  }

  private ToolOutcome call(String sql, List<Object> parameters, int limit) throws Exception {
    return asked.call(sql, parameters, limit);
  }

  final String succeed(String sql, @Nullable Object... parameters) throws Exception {
    return asked.succeed(sql, parameters);
  }

  final Failure fail(String sql, Object... parameters) throws Exception {
    return asked.fail(sql, parameters);
  }

  Stream<HostileSql> hostile() {
    return Stream.concat(HostileSql.everywhere().stream(), ownHostile().stream());
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void refuses(HostileSql hostile) throws Exception {
    String before = shop().state();

    ToolOutcome outcome = call(padded(hostile.sql()), List.of(), 10);

    assertThat(outcome).isInstanceOf(ToolOutcome.Failed.class);
    Failure failure = ((ToolOutcome.Failed) outcome).failure();
    assertThat(failure.code()).isEqualTo("sql_refused");
    assertThat(failure.message()).containsIgnoringCase(hostile.because());
    assertThat(shop().state()).isEqualTo(before);
  }

  private static ReadOnlyQuery.Precondition unchecked() {
    return connection -> {};
  }

  /** The schema wants a character at least. */
  private static String padded(String sql) {
    return sql.isEmpty() ? " " : sql;
  }

  @ParameterizedTest
  @ValueSource(strings = {"theirs", "nobodys"})
  void knowsNoSourceOfAnotherTenant(String source) throws Exception {
    ToolOutcome outcome = asked.call(Map.of("source", source, "sql", "SELECT 1"));

    assertThat(outcome)
        .isEqualTo(
            ToolOutcome.failed(
                "unknown_source",
                "there is no data source '%s' for you; there are: shop".formatted(source)));
  }

  Stream<HostileSql> writing() {
    return hostile().filter(HostileSql::writes);
  }

  @ParameterizedTest
  @MethodSource("writing")
  void isStoppedByTheConnectionWhereverTheGuardWouldLetItThrough(HostileSql hostile)
      throws Exception {
    String before = shop().state();
    var query = new ReadOnlyQuery(shop().database(), Duration.ofSeconds(5), unchecked());

    assertThatThrownBy(() -> query.run(hostile.sql(), List.of(), 10, rows -> SqlRows.read(rows, 9)))
        .isInstanceOf(SQLException.class)
        .message()
        .containsAnyOf(
            "read-only",
            "read only",
            "cannot be executed",
            "cannot run inside",
            "non-volatile function");
    assertThat(shop().state()).isEqualTo(before);
  }

  /** Returns queries of this dialect only, their parameters and the rows of the answer. */
  abstract Stream<Arguments> ownLegitimate();

  Stream<Arguments> legitimate() {
    return Stream.concat(everywhereLegitimate(), ownLegitimate());
  }

  private static Stream<Arguments> everywhereLegitimate() {
    return Stream.of(
        arguments("SELECT id, name FROM customer WHERE id = 1", List.of(), "[1,\"Ada\"]"),
        arguments("select id from customer order by id;", List.of(), "[1]\n[2]\n[3]"),
        arguments("(SELECT id FROM customer WHERE id = 3)", List.of(), "[3]"),
        arguments(
            "SELECT name, joined, active, credit FROM customer ORDER BY id",
            List.of(),
            """
            ["Ada","2024-01-02",true,10.50]
            ["Zoë 漢 'quoted'","2024-02-29",false,null]
            ["Grace",null,true,0.00]\
            """),
        arguments(
            "SELECT c.name, p.amount FROM customer c JOIN purchase p ON p.customer_id = c.id"
                + " ORDER BY p.id",
            List.of(),
            "[\"Ada\",5.00]\n[\"Ada\",7.25]\n[\"Zoë 漢 'quoted'\",1.00]"),
        arguments(
            "SELECT c.id, p.id FROM customer c LEFT OUTER JOIN purchase p ON p.customer_id = c.id"
                + " WHERE p.id IS NULL",
            List.of(),
            "[3,null]"),
        arguments(
            "SELECT customer_id, COUNT(*), SUM(amount) FROM purchase GROUP BY customer_id"
                + " HAVING COUNT(*) > 1",
            List.of(),
            "[1,2,12.25]"),
        arguments("SELECT id, ROW_NUMBER() OVER () FROM customer WHERE id = 2", List.of(), "[2,1]"),
        arguments(
            "SELECT UPPER(name) || '-' || CAST(id AS CHAR(1)) FROM customer WHERE id IN (1, 3)"
                + " ORDER BY id",
            List.of(),
            "[\"ADA-1\"]\n[\"GRACE-3\"]"),
        arguments(
            "SELECT id FROM customer WHERE id IN (SELECT customer_id FROM purchase) ORDER BY id",
            List.of(),
            "[1]\n[2]"),
        arguments(
            "SELECT COALESCE(credit, 1.25), CASE WHEN active THEN 'yes' ELSE 'no' END FROM customer"
                + " WHERE id = 2",
            List.of(),
            "[1.25,\"no\"]"),
        arguments(
            "SELECT id FROM customer UNION ALL SELECT id FROM purchase ORDER BY 1"
                + " OFFSET 1 ROWS FETCH NEXT 2 ROWS ONLY",
            List.of(),
            "[1]\n[2]"),
        arguments("SELECT id FROM customer WHERE name = ?", List.of("Ada"), "[1]"),
        arguments("SELECT id FROM customer WHERE name LIKE ?", List.of("%漢%"), "[2]"),
        arguments("SELECT id FROM customer WHERE id = ? AND active = ?", List.of(1, true), "[1]"),
        arguments("SELECT id FROM customer WHERE credit > ?", List.of(10.25), "[1]"),
        arguments("SELECT id FROM customer WHERE joined >= ?", List.of("2024-02-01"), "[2]"),
        arguments(
            "SELECT id FROM customer WHERE name = '-- no; /* comment */ DELETE'", List.of(), ""),
        arguments("SELECT v.n FROM (VALUES (7), (8)) AS v(n) ORDER BY v.n", List.of(), "[7]\n[8]"),
        arguments("SELECT id AS \"delete\" FROM customer WHERE id = 1", List.of(), "[1]"),
        arguments("SELECT LENGTH(name) FROM customer WHERE id = 1", List.of(), "[3]"),
        arguments("SELECT MIN(joined), MAX(id) FROM customer", List.of(), "[\"2024-01-02\",3]"));
  }

  @ParameterizedTest
  @MethodSource("legitimate")
  void answers(String sql, List<Object> parameters, String rows) throws Exception {
    String answer = succeed(sql, parameters.toArray());

    assertThat(answer.lines().skip(1).filter(line -> line.startsWith("[")).toList())
        .isEqualTo(rows.isEmpty() ? List.of("[no rows]") : rows.lines().toList());
  }

  @Test
  void takesANullForAParameter() throws Exception {
    assertThat(succeed("SELECT id FROM customer WHERE id = ?", (Object) null)).contains("no rows");
  }

  @Test
  void namesColumnsAndTypes() throws Exception {
    assertThat(succeed("SELECT name AS who, joined FROM customer WHERE id = 1").lines().findFirst())
        .hasValueSatisfying(
            head -> assertThat(head).isEqualToIgnoringCase("[\"who varchar\",\"joined date\"]"));
  }

  @Test
  void wantsAsManyParametersAsThereAreQuestionMarks() throws Exception {
    Failure failure = fail("SELECT id FROM customer WHERE id = ? AND name = '?'", 1, 2);

    assertThat(failure.code()).isEqualTo("invalid_arguments");
    assertThat(failure.message()).contains("1 question marks", "2 parameters");
  }

  @Test
  void givesTheDatabasesErrorsInOneLine() throws Exception {
    Failure failure = fail("SELECT nothing\nFROM customer");

    assertThat(failure.code()).isEqualTo("sql_error");
    assertThat(failure.message()).startsWith("SQLState 42").doesNotContain("\n");
  }

  @Test
  void givesNoMoreRowsThanAskedForAndSaysSo() throws Exception {
    String cut = ((ToolOutcome.Succeeded) call("SELECT id FROM customer", List.of(), 2)).content();
    String whole =
        ((ToolOutcome.Succeeded) call("SELECT id FROM customer", List.of(), 3)).content();

    assertThat(cut).contains("[2]\n").contains("only the first 2 rows").doesNotContain("[3]");
    assertThat(whole).contains("[3]\n").doesNotContain("only");
  }

  @Test
  void cutsWhatIsLargeAndSaysSo() throws Exception {
    ArrayNode long3000 = JsonNodeFactory.instance.arrayNode().add("漢".repeat(3_000));
    String sql = "SELECT CAST(? AS VARCHAR(3000)) FROM customer WHERE id = 1";

    assertThat(succeed(sql, long3000.get(0).asText()))
        .contains("漢".repeat(2_000) + "… [cut after 2000 characters]");

    String many =
        "SELECT CAST(? AS VARCHAR(3000)) FROM customer a, customer b, customer c, customer d";
    String answer = succeed(many, "y".repeat(1_900));
    assertThat(answer.length()).isBetween(60_000, ToolDeclaration.RESULT_LIMIT);
    assertThat(answer).contains("only the first 33 rows are shown");
    String wideLetters = succeed(many, "漢".repeat(1_900));
    assertThat(wideLetters.getBytes(StandardCharsets.UTF_8))
        .hasSizeBetween(55_000, ToolDeclaration.RESULT_LIMIT);

    String wide = "SELECT " + "CAST(? AS VARCHAR(3000)), ".repeat(39) + "1 FROM customer";
    Object[] values = Collections.nCopies(39, "z".repeat(1_900)).toArray();
    assertThat(fail(wide, values).code()).isEqualTo("row_too_large");
  }

  @Test
  void asksNothingThatTheAgentIsNotGranted() throws Exception {
    String sql = "SELECT id FROM customer WHERE id = 1";
    origin = TestCalls.granted(grant("shop"));
    assertThat(succeed(sql)).contains("[1]");

    origin = TestCalls.granted(grant("other"));

    assertThat(fail(sql).message())
        .isEqualTo("there is no data source 'shop' for you; there are: none");
  }

  private static ToolGrant grant(String source) {
    return new ToolGrant(Set.of(source), Optional.empty(), Optional.empty(), false);
  }

  @Test
  void letsRecursionThroughWhereItsOperatorAllowsIt() throws Exception {
    String sql = "WITH RECURSIVE n(i) AS (SELECT 1 FROM customer WHERE id = 1) SELECT i FROM n";
    var recursive = Map.of("reprise.sql.source.shop.recursive", "true");

    ToolOutcome outcome = at(shop().database(), recursive).call(sql, List.of(), 1);

    assertThat(outcome.toString()).doesNotContain("sql_refused"); // Derby has no recursion
    assertThat(fail(sql).message()).contains("RECURSIVE is not allowed on 'shop'");
  }

  @Test
  void endsAQueryThatTakesTooLong() {
    var query = new ReadOnlyQuery(shop().database(), Duration.ofSeconds(1), unchecked());

    assertThatThrownBy(() -> query.run(slow(), List.of(), 1, rows -> rows.next()))
        .isInstanceOfSatisfying(
            SQLException.class,
            e ->
                assertThat(SqlErrorMapper.of("shop", e))
                    .isInstanceOf(ToolException.class)
                    .hasMessageContaining("query_too_slow"));
  }

  @Test
  void endsAQueryWhoseCallerIsInterrupted() throws Exception {
    var call = new FutureTask<>(() -> call(slow(), List.of(), 1));
    Thread thread = Thread.ofVirtual().start(call);
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(this::isSlowAtWork);

    thread.interrupt();

    assertThatThrownBy(() -> call.get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(OutcomeUnknownException.class);
    threads.shutdown();
    assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).as("no thread is at work").isTrue();
    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !isSlowAtWork());
  }

  @Test
  void leavesTheConnectionAsItWas() throws Exception {
    try (var connection = shop().database().getConnection()) {
      var query =
          new ReadOnlyQuery(OneConnection.of(connection), Duration.ofSeconds(5), unchecked());
      JsonNode one = query.run("SELECT 1 FROM customer", List.of(), 1, rows -> Json.read("1"));

      assertThat(one.asInt()).isOne();
      assertThat(connection.isReadOnly()).isFalse();
      assertThat(connection.getAutoCommit()).isTrue();
      try (var statement = connection.createStatement()) {
        assertThat(statement.executeUpdate("UPDATE purchase SET amount = amount")).isEqualTo(3);
      }
    }
  }
}
