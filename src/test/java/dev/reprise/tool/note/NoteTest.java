package dev.reprise.tool.note;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.Json;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.tool.CallContext;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.call.ToolCaller;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolUse;
import dev.reprise.tool.method.MethodTools;
import dev.reprise.tool.sql.SqlSourcesTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What notes do in every database. */
@EachDatabase
class NoteTest {

  private ToolCaller caller;
  private int calls;

  /** Returns a database with the schema of this version. */
  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void open() throws SQLException {
    calls = 0;
    caller = caller(database());
    execute("DELETE FROM note", "DELETE FROM note_book", "DELETE FROM note_call");
  }

  private static ToolCaller caller(DataSource database) {
    return ToolFixture.caller(
        new ToolCatalogue(
            List.of(
                MethodTools.of(new NoteTool(new Database(database), Redaction.none())),
                MethodTools.of(new RecallTool(new Database(database))))));
  }

  private void execute(String... statements) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.executeUpdate(sql);
      }
    }
  }

  private static CallContext context(String tenant, String agent, String key) {
    var origin =
        new CallOrigin(tenant, new UUID(0, 1), agent, List.of("note", "recall"), ToolGrant.WHOLE);
    return new CallContext(key, new Workspace(Path.of("/")), origin, CallProgress.UNHEARD);
  }

  private ToolOutcome call(CallContext context, String tool, Map<String, Object> arguments)
      throws Exception {
    var json = new JsonValue(Json.mapper().writeValueAsString(arguments));
    return caller.call(ToolUse.CLEARED_CALL, new ToolCall("c1", tool, json), context).outcome();
  }

  private ToolOutcome call(String tool, Map<String, Object> arguments) throws Exception {
    return call(context("acme", "clerk", "call-" + ++calls), tool, arguments);
  }

  private static String content(ToolOutcome outcome) {
    assertThat(outcome).isInstanceOf(ToolOutcome.Succeeded.class);
    return ((ToolOutcome.Succeeded) outcome).content();
  }

  private static Failure failure(ToolOutcome outcome) {
    assertThat(outcome).isInstanceOf(ToolOutcome.Failed.class);
    return ((ToolOutcome.Failed) outcome).failure();
  }

  private String note(String key, String text) throws Exception {
    return content(call("note", Map.of("key", key, "text", text)));
  }

  private String textOf(String key) throws Exception {
    String whole = content(call("recall", Map.of("key", key)));
    return Json.read(whole.strip()).get("text").asText();
  }

  /** Returns the keys that a list names, in its order. */
  private List<String> keys(Map<String, Object> arguments) throws Exception {
    return content(call("recall", arguments))
        .lines()
        .filter(line -> line.startsWith("{"))
        .map(line -> Json.read(line).get("key").asText())
        .toList();
  }

  @Test
  void keepsWhatIsNotedAsItIs() throws Exception {
    String text = "naïve 漢字 😀\n\"quoted\" 'single' \\ % _\t";
    assertThat(note("customers/acme 1", text)).isEqualTo("Noted `customers/acme 1`.");

    assertThat(textOf("customers/acme 1")).isEqualTo(text);
    assertThat(
            content(
                call("note", Map.of("key", "t", "text", "", "tags", List.of("billing", "größe")))))
        .isEqualTo("Noted `t`.");
    assertThat(content(call("recall", Map.of("key", "t"))))
        .startsWith("{\"key\":\"t\",\"tags\":[\"billing\",\"größe\"],\"written\":\"2")
        .endsWith("\"text\":\"\"}\n");
  }

  @Test
  void replacesAndDeletes() throws Exception {
    note("k", "1");
    note("k", "2");
    assertThat(textOf("k")).isEqualTo("2");

    assertThat(content(call("note", Map.of("key", "k")))).isEqualTo("There is no note `k`.");

    assertThat(failure(call("recall", Map.of("key", "k"))).code()).isEqualTo("not_found");
    assertThat(content(call("note", Map.of("key", "never"))))
        .isEqualTo("There is no note `never`.");
  }

  @Test
  void showsNoOtherAgentsNotes() throws Exception {
    note("k", "of clerk");

    for (CallContext other :
        List.of(context("globex", "clerk", "x"), context("acme", "auditor", "x"))) {
      assertThat(failure(call(other, "recall", Map.of("key", "k"))).code()).isEqualTo("not_found");
      assertThat(content(call(other, "recall", Map.of("query", "clerk")))).contains("no notes");
      call(other, "note", Map.of("key", "k"));
      call(other, "note", Map.of("key", "k", "text", "other"));
    }
    assertThat(textOf("k")).isEqualTo("of clerk");
  }

  @Test
  void doesNotPutAnOldTextBackWhenACallIsRepeated() throws Exception {
    CallContext first = context("acme", "clerk", "run-a/1");
    call(first, "note", Map.of("key", "k", "text", "1")); // crash: A's outcome is unknown
    call(context("acme", "clerk", "run-b/1"), "note", Map.of("key", "k", "text", "2"));

    ToolOutcome repeated = call(first, "note", Map.of("key", "k", "text", "1"));

    assertThat(content(repeated))
        .isEqualTo("Noted `k` at an earlier attempt; it may have changed since.");
    assertThat(textOf("k")).isEqualTo("2");
  }

  @Test
  void doesNotDeleteANewerNoteWhenACallIsRepeated() throws Exception {
    CallContext first = context("acme", "clerk", "run-a/1");
    call(first, "note", Map.of("key", "k")); // there is none, and that took effect
    call(context("acme", "clerk", "run-b/1"), "note", Map.of("key", "k", "text", "2"));

    call(first, "note", Map.of("key", "k"));

    assertThat(textOf("k")).isEqualTo("2");
  }

  @Test
  void doesNotBringADeletedNoteBackWhenACallIsRepeated() throws Exception {
    CallContext first = context("acme", "clerk", "run-a/1");
    call(first, "note", Map.of("key", "k", "text", "1"));
    call(context("acme", "clerk", "run-b/1"), "note", Map.of("key", "k"));

    call(first, "note", Map.of("key", "k", "text", "1"));

    assertThat(keys(Map.of())).isEmpty();
  }

  @Test
  void makesACallThatTookNoEffectWhenItIsRepeated() throws Exception {
    fill(NoteStore.MAX_NOTES);
    CallContext call = context("acme", "clerk", "run-a/1");
    Map<String, Object> arguments = Map.of("key", "one more", "text", "1");
    assertThat(failure(call(call, "note", arguments)).code()).isEqualTo("notes_full");
    call("note", Map.of("key", "key 7"));

    assertThat(content(call(call, "note", arguments))).isEqualTo("Noted `one more`.");
    assertThat(textOf("one more")).isEqualTo("1");
  }

  @Test
  void remembersCallsForNinetyDays() throws Exception {
    CallContext young = context("acme", "clerk", "young");
    CallContext old = context("acme", "clerk", "old");
    call(young, "note", Map.of("key", "k", "text", "1"));
    call(old, "note", Map.of("key", "l", "text", "1"));
    madeBefore("young", 89);
    madeBefore("old", 91);
    note("k", "2");

    assertThat(remembered()).isEqualTo(2); // young, and the one that forgot old
    call(young, "note", Map.of("key", "k", "text", "1"));
    assertThat(textOf("k")).isEqualTo("2");
  }

  private void madeBefore(String call, int days) throws SQLException {
    try (Connection connection = database().getConnection();
        var statement =
            connection.prepareStatement("UPDATE note_call SET made_at = ? WHERE id = ?")) {
      statement.setTimestamp(1, Timestamp.from(Instant.now().minusSeconds(days * 86_400L)));
      statement.setString(
          2, UUID.nameUUIDFromBytes(call.getBytes(StandardCharsets.UTF_8)).toString());
      assertThat(statement.executeUpdate()).isOne();
    }
  }

  private int remembered() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT COUNT(*) FROM note_call")) {
      assertThat(rows.next()).isTrue();
      return rows.getInt(1);
    }
  }

  @Test
  void listsTheNewestFirstInPages() throws Exception {
    for (String key : List.of("a", "b", "c", "d")) {
      note(key, "text of " + key);
    }
    note("b", "again");

    assertThat(keys(Map.of())).containsExactly("b", "d", "c", "a");
    String page = content(call("recall", Map.of("limit", 2)));
    assertThat(page).contains("\"part\":\"again\"").doesNotContain("\"c\"");
    String before = page.replaceAll("(?s).*continue with before (\\d+).*", "$1");
    note("e", "between the pages");
    assertThat(keys(Map.of("limit", 2, "before", Long.parseLong(before))))
        .containsExactly("c", "a");
    assertThat(content(call("recall", Map.of("limit", 5)))).doesNotContain("there are more");
  }

  @Test
  void findsWordsInKeyTagsAndText() throws Exception {
    note("customers/Ärzte", "pays LATE, 50% of invoices_2024");
    call("note", Map.of("key", "k2", "text", "nothing", "tags", List.of("Billing", "late")));
    note("k3", "Late but no bill; STRASSE \\ path");

    assertThat(keys(Map.of("query", "late"))).containsExactly("k3", "k2", "customers/Ärzte");
    assertThat(keys(Map.of("query", "  LATE   bill "))).containsExactly("k3", "k2");
    assertThat(keys(Map.of("query", "ÄRZTE"))).containsExactly("customers/Ärzte");
    assertThat(keys(Map.of("query", "50%"))).containsExactly("customers/Ärzte");
    assertThat(keys(Map.of("query", "s_2"))).containsExactly("customers/Ärzte");
    assertThat(keys(Map.of("query", "%a%"))).as("no wildcards").isEmpty();
    assertThat(keys(Map.of("query", "_"))).containsExactly("customers/Ärzte");
    assertThat(keys(Map.of("query", "\\ strasse"))).containsExactly("k3");
    assertThat(keys(Map.of("query", "late absent"))).isEmpty();
    assertThat(content(call("recall", Map.of("query", "late absent")))).contains("[no notes]");
  }

  @Test
  void showsThePartInWhichAWordIs() throws Exception {
    note("long", "x".repeat(500) + " needle " + "y".repeat(500));

    assertThat(content(call("recall", Map.of("query", "NEEDLE"))))
        .contains("…" + "x".repeat(59) + " needle " + "y".repeat(133) + "…")
        .doesNotContain("x".repeat(100));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " k", "k ", "a\nb", "a\u0000b", "\u200b"})
  void refusesKeysThatDatabasesReadDifferently(String key) throws Exception {
    assertThat(failure(call("note", Map.of("key", key, "text", "x"))).code())
        .isEqualTo("invalid_arguments");
  }

  @Test
  void tellsKeysApartByCase() throws Exception {
    note("Key", "1");
    note("key", "2");

    assertThat(textOf("Key")).isEqualTo("1");
    assertThat(textOf("key")).isEqualTo("2");
  }

  @Test
  void refusesWhatCannotBeKept() throws Exception {
    assertThat(failure(call("note", Map.of("key", "k", "text", "a\u0000"))).code())
        .isEqualTo("invalid_arguments");
    assertThat(failure(call("note", Map.of("key", "k", "text", "é".repeat(16 * 1024 + 1)))))
        .satisfies(
            failure -> {
              assertThat(failure.code()).isEqualTo("note_too_large");
              assertThat(failure.message()).contains("32770 bytes", "32768");
            });
    note("k", "é".repeat(16 * 1024));
    assertThat(textOf("k")).hasSize(16 * 1024);
    assertThat(failure(call("note", Map.of("key", "k".repeat(201), "text", ""))).code())
        .isEqualTo("invalid_arguments");
    note("漢".repeat(200), "a long key");
    assertThat(textOf("漢".repeat(200))).isEqualTo("a long key");
  }

  @Test
  void keepsNoHalfOfACharacter() throws Exception {
    note("\ud800", "a\udc00");

    assertThat(textOf("\uFFFD")).isEqualTo("a\uFFFD");
  }

  @Test
  void keepsSoManyNotesAndNoMore() throws Exception {
    fill(NoteStore.MAX_NOTES);

    assertThat(failure(call("note", Map.of("key", "one more", "text", ""))).message())
        .contains("1000 notes");
    assertThat(note("key 1", "replaced")).isEqualTo("Noted `key 1`.");
    assertThat(content(call(context("acme", "other", "x"), "note", Map.of("key", "k", "text", ""))))
        .isEqualTo("Noted `k`.");
  }

  @Test
  void keepsSoMuchTextAndNoMore() throws Exception {
    note("k", "1");
    execute("UPDATE note SET bytes = " + (NoteStore.MAX_BYTES - 10));

    assertThat(failure(call("note", Map.of("key", "l", "text", "x".repeat(11)))).message())
        .contains("4096 KiB");
    assertThat(keys(Map.of())).containsExactly("k");
    note("l", "x".repeat(10));
    assertThat(keys(Map.of())).containsExactly("l", "k");
  }

  /** Writes notes without calls, which would take long. */
  private void fill(int count) throws Exception {
    note("key 1", "");
    try (Connection connection = database().getConnection();
        var statement =
            connection.prepareStatement(
                """
                INSERT INTO note (tenant, agent, note_key, tags, text, bytes, turn, written_at)
                VALUES ('acme', 'clerk', ?, '', '', 0, 0, CURRENT_TIMESTAMP)""")) {
      for (int i = 2; i <= count; i++) {
        statement.setString(1, "key " + i);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  @Test
  void takesTwoWritersAtOnce() throws Exception {
    int each = 20;
    var begin = new CountDownLatch(1);
    List<Future<?>> writers = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (int writer = 0; writer < 4; writer++) {
        int mine = writer;
        writers.add(
            threads.submit(
                () -> {
                  begin.await();
                  for (int i = 0; i < each; i++) {
                    CallContext context = context("acme", "clerk", mine + "/" + i);
                    var own = Map.<String, Object>of("key", mine + "-" + i, "text", "x");
                    var shared = Map.<String, Object>of("key", "shared", "text", mine + "/" + i);
                    content(call(context, "note", own));
                    content(call(context("acme", "clerk", mine + "s" + i), "note", shared));
                  }
                  return mine;
                }));
      }
      begin.countDown();
      for (Future<?> writer : writers) {
        writer.get();
      }
    }

    assertThat(keys(Map.of("limit", 100))).hasSize(4 * each + 1).doesNotHaveDuplicates();
    assertThat(textOf("shared")).endsWith("/" + (each - 1));
    assertThat(turn()).isEqualTo(2L * 4 * each);
  }

  private long turn() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT turn FROM note_book")) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  /** The same call by two servers, one of which is taken for dead. */
  @Test
  void takesTheSameCallTwiceAtOnce() throws Exception {
    for (int i = 0; i < 20; i++) {
      CallContext context = context("acme", "clerk", "same-" + i);
      var begin = new CountDownLatch(1);
      List<Future<String>> answers = new ArrayList<>();
      try (var threads = Executors.newFixedThreadPool(2)) {
        for (int n = 0; n < 2; n++) {
          answers.add(
              threads.submit(
                  () -> {
                    begin.await();
                    return content(call(context, "note", Map.of("key", "k", "text", "1")));
                  }));
        }
        begin.countDown();
        List<String> said = List.of(answers.get(0).get(), answers.get(1).get());
        assertThat(said)
            .containsExactlyInAnyOrder(
                "Noted `k`.", "Noted `k` at an earlier attempt; it may have changed since.");
      }
    }
    assertThat(turn()).isEqualTo(20);
  }

  @Test
  void keepsNoSecretThatIsToBeRedacted() throws Exception {
    var redaction =
        new Redaction(SqlSourcesTest.config(Map.of("api.password", "s3cret-value-123")));
    var redacting = MethodTools.of(new NoteTool(new Database(database()), redaction));
    caller =
        ToolFixture.caller(
            new ToolCatalogue(
                List.of(redacting, MethodTools.of(new RecallTool(new Database(database()))))));

    note("about s3cret-value-123", "it is s3cret-value-123.");

    String listed = content(call("recall", Map.of()));
    assertThat(listed).contains("it is [redacted:").doesNotContain("s3cret-value-123");
  }
}
