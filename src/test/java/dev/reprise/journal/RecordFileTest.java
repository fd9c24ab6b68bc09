package dev.reprise.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.file.ForgedRecordFileException;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.journal.file.RecordFile;
import dev.reprise.journal.file.RecordVerifier;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.HandMadeFile;
import dev.reprise.journal.seal.HashChain;
import dev.reprise.journal.seal.Recorders;
import dev.reprise.journal.store.JdbcJournal;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.Json;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.telemetry.Telemetry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.crypto.Mac;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run's record as a file: it can be verified without a server, and cannot be forged. */
class RecordFileTest {

  private static final String KEY = "k1=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=";
  private static final String OTHER_KEY = "k1=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAI=";
  private static final int EVENTS = 5;
  private static final Tables TABLES = new Tables(TestDatabases.derby());

  private final UUID run = UUID.randomUUID();
  private final EventEncoder recorder = Recorders.with(KEY, KEY, new RecordSettings());
  private JdbcJournal journal;
  private RecordArchive archive;

  @BeforeEach
  void aRecordedRun() throws SQLException {
    TABLES.insertRun(run);
    journal =
        new JdbcJournal(
            TestDatabases.derby(),
            recorder,
            new StoreHealth(Clock.systemUTC()),
            new Telemetry(),
            new JournalSettings(),
            Thread::new,
            Outbox.NONE);
    archive = new RecordArchive(TestDatabases.derby(), recorder, KeySource.of(KeyRing.parse(KEY)));
    journal
        .append(
            new Writer(run, "default", 0),
            Position.START,
            List.of(
                Submissions.of("a", "v", new JsonValue("{}"), "here", "ana"),
                new PhaseEvent.Completed("one", "the first"),
                new PhaseEvent.Completed("two", "x".repeat(100_000)),
                new PhaseEvent.Completed("three", "third"),
                new LifecycleEvent.Completed("third")))
        .await();
  }

  @AfterEach
  void close() {
    journal.close();
  }

  @Test
  void verifiesByTheFileAndTheKeyAlone() throws Exception {
    RecordVerifier.Sound sound = verify(exported());

    assertThat(sound.header().run()).isEqualTo(run);
    assertThat(sound.events()).isEqualTo(EVENTS);
    assertThat(sound.keys()).containsExactly("k1");
  }

  @Test
  void keepsEncryptedPayloadsEncrypted() throws Exception {
    assertThat(exported()).doesNotContain("the first").doesNotContain("x".repeat(16));
  }

  @Test
  void namesAMissingKey() {
    assertThatThrownBy(() -> new RecordVerifier(KeyRing.EMPTY).verify(in(exported())))
        .isInstanceOf(KeyMissingException.class)
        .hasMessageContaining("is sealed with key 'k1'");
  }

  @Test
  void refusesAnotherKeyWithTheSameId() {
    assertThatThrownBy(() -> new RecordVerifier(KeyRing.parse(OTHER_KEY)).verify(in(exported())))
        .isInstanceOf(ForgedRecordFileException.class)
        .hasMessageContaining("line 2");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("forgeries")
  void findsAForgery(String name, String where, UnaryOperator<List<String>> forgery)
      throws IOException {
    List<String> lines = new ArrayList<>(exported().lines().toList());

    String forged = String.join("\n", forgery.apply(lines)) + "\n";

    assertThat(forged).isNotEqualTo(exported());
    assertThatThrownBy(() -> verify(forged))
        .isInstanceOf(ForgedRecordFileException.class)
        .hasMessageContaining(where);
    assertThatThrownBy(() -> archive.read(file(forged)))
        .as("an import of it")
        .isInstanceOf(ForgedRecordFileException.class)
        .hasMessageContaining(where);
  }

  static Stream<Arguments> forgeries() {
    return Stream.of(
        forgery("a payload changed", "event 2: was changed", in(2, e -> e.put("payload", "eA=="))),
        forgery("a type changed", "event 2: was changed", in(2, e -> e.put("type", "run.failed"))),
        forgery("a version changed", "event 2: was changed", in(2, e -> e.put("version", 9))),
        forgery("an epoch changed", "event 2: was changed", in(2, e -> e.put("epoch", 7))),
        forgery(
            "a time changed",
            "event 2: was changed",
            in(2, e -> e.put("at", "2020-01-01T00:00:00Z"))),
        forgery("a hash changed", "event 2: was changed", in(2, e -> e.put("hash", "0"))),
        forgery(
            "a run changed", "another run", in(2, e -> e.put("run", new UUID(0, 1).toString()))),
        forgery("a tenant changed", "another run or tenant", in(2, e -> e.put("tenant", "other"))),
        forgery("a seal taken off", "event 2: is not sealed", in(2, e -> e.put("sealKey", ""))),
        forgery("a cipher taken off", "event 2: is not", in(2, e -> e.put("cipherKey", ""))),
        forgery(
            "a large payload changed", "event 3: its payload", in(3, e -> e.put("content", "x"))),
        forgery("a second payload", "event 2: has two", in(2, e -> e.put("content", "x"))),
        forgery("a member more", "is not a line", in(2, e -> e.put("more", 1))),
        forgery("a member less", "line 3: is not a line", in(2, e -> e.remove("payload"))),
        forgery("a member that is null", "line 3: is not a line", in(2, e -> e.putNull("hash"))),
        forgery("a time that is none", "line 3: is not a line", in(2, e -> e.put("at", "noon"))),
        forgery(
            "no agent in the header",
            "line 1: is not a line",
            lines -> replace(lines, 0, lines.getFirst().replace("\"agent\":\"a\",", ""))),
        forgery(
            "no digest in the end",
            "is not a line",
            lines ->
                replace(
                    lines,
                    EVENTS + 1,
                    lines.get(EVENTS + 1).replaceFirst(",\"digest\":\"[0-9a-f]+\"", ""))),
        forgery("an event removed", "event 2: is missing", remove(2)),
        forgery("the first event removed", "event 1: is missing", remove(1)),
        forgery("the newest event removed", "counts 5 events, not 4", remove(EVENTS)),
        forgery("two events exchanged", "event 2: is missing", swap(2, 3)),
        forgery("an event twice", "event 3: is missing", twice(2)),
        forgery("cut off", "before its end", lines -> lines.subList(0, EVENTS)),
        forgery("data after the end", "after the end", twice(EVENTS + 1)),
        forgery(
            "another agent in the header",
            "the digest does not match",
            lines ->
                replace(lines, 0, lines.getFirst().replace("\"agent\":\"a\"", "\"agent\":\"b\""))),
        forgery(
            "a space more",
            "the digest does not match",
            lines -> replace(lines, 2, lines.get(2).replace("{\"event\"", "{ \"event\""))),
        forgery(
            "the end not sealed",
            "the end is not sealed",
            lines ->
                replace(
                    lines,
                    EVENTS + 1,
                    lines.get(EVENTS + 1).replace("\"sealKey\":\"k1\"", "\"sealKey\":\"\""))),
        forgery(
            "the end sealed with a key that is not known",
            "the end is sealed with key 'k9', which is missing here",
            lines ->
                replace(
                    lines,
                    EVENTS + 1,
                    lines.get(EVENTS + 1).replace("\"sealKey\":\"k1\"", "\"sealKey\":\"k9\""))),
        forgery("a second header", "is neither an event nor the end", twice(0)),
        forgery("no header", "is not a header", lines -> lines.subList(1, lines.size())),
        forgery("no record at all", "is not a line", lines -> List.of("hello")));
  }

  private static Arguments forgery(String name, String where, UnaryOperator<List<String>> forgery) {
    return Arguments.of(name, where, forgery);
  }

  /** Changes the event in a line; the header is line 0. */
  private static UnaryOperator<List<String>> in(int line, Consumer<ObjectNode> change) {
    return lines -> {
      var tree = (ObjectNode) Json.read(lines.get(line));
      change.accept((ObjectNode) tree.get("event"));
      return replace(lines, line, Json.write(tree));
    };
  }

  private static List<String> replace(List<String> lines, int line, String text) {
    lines.set(line, text);
    return lines;
  }

  private static UnaryOperator<List<String>> remove(int line) {
    return lines -> {
      lines.remove(line);
      return lines;
    };
  }

  private static UnaryOperator<List<String>> swap(int one, int other) {
    return lines -> {
      Collections.swap(lines, one, other);
      return lines;
    };
  }

  private static UnaryOperator<List<String>> twice(int line) {
    return lines -> {
      lines.add(line, lines.get(line));
      return lines;
    };
  }

  @Test
  void isImportedUnchanged() throws Exception {
    String file = exported();
    List<RecordedEvent> before = journal.read(run, Position.START, 10);
    forget();

    RecordArchive.Unpacked record = archive.read(file(file));
    assertThat(archive.restore(record, insertion(), List.of())).isTrue();

    assertThat(journal.read(run, Position.START, 10)).isEqualTo(before);
    assertThat(exported()).isEqualTo(file);
  }

  @Test
  void isNotImportedOverAnExistingRun() throws Exception {
    RecordArchive.Unpacked record = archive.read(file(exported()));

    assertThat(archive.restore(record, insertion(), List.of())).isFalse();
    assertThat(journal.read(run, Position.START, 10)).hasSize(EVENTS);
  }

  @Test
  void isNotImportedWithoutASeal() {
    assertThatThrownBy(() -> archive.read(file(handMade(""))))
        .isInstanceOf(ForgedRecordFileException.class)
        .hasMessageContaining("event 1: is not sealed, although there are keys for it");
  }

  @Test
  void isNotImportedByAServerWithoutSealingKeys() {
    var keyless =
        new RecordArchive(TestDatabases.derby(), Recorders.plain(), KeySource.of(KeyRing.EMPTY));

    assertThatThrownBy(() -> keyless.read(file(handMade(""))))
        .isInstanceOf(ForgedRecordFileException.class)
        .hasMessageContaining("reprise.seal.keys");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void namesTheOneVersionThatItReads(int version) throws Exception {
    String other = exported().replaceFirst("\"version\":1", "\"version\":" + version);

    assertThatThrownBy(() -> verify(other))
        .isInstanceOf(ForgedRecordFileException.class)
        .hasMessage(
            "line 1: is format 'reprise-record' version %d; this server reads 'reprise-record'"
                    .formatted(version)
                + " version 1");
  }

  @Test
  void isNotSealedWithTheKeyOfTheEvents() throws Exception {
    List<String> lines = new ArrayList<>(exported().lines().toList());
    Mac digest = HashChain.hmac(KeyRing.parse(KEY).active().orElseThrow().material());
    lines
        .subList(0, lines.size() - 1)
        .forEach(line -> digest.update((line + "\n").getBytes(StandardCharsets.UTF_8)));
    String end = lines.removeLast();
    lines.add(
        end.replaceFirst(
            "\"digest\":\"[0-9a-f]+\"",
            "\"digest\":\"%s\"".formatted(HexFormat.of().formatHex(digest.doFinal()))));

    assertThatThrownBy(() -> verify(String.join("\n", lines) + "\n"))
        .isInstanceOf(ForgedRecordFileException.class)
        .hasMessageContaining("the digest does not match");
  }

  @Test
  void isNotImportedWithoutEvents() {
    String empty = HandMadeFile.of(header("default"), KEY, List.of());

    assertThatThrownBy(() -> archive.read(file(empty)))
        .isInstanceOf(ForgedRecordFileException.class)
        .hasMessageContaining("the file has no events");
  }

  @Test
  void isNotExportedIfAnEventIsMissing() {
    assertThatThrownBy(
            () -> archive.write(header("default"), EVENTS + 1, new ByteArrayOutputStream()))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 6: is missing");
  }

  @Test
  void isNotExportedForAnotherTenant() {
    assertThatThrownBy(() -> archive.write(header("other"), EVENTS, new ByteArrayOutputStream()))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("tenant");
  }

  private String handMade(String keys) {
    return HandMadeFile.of(
        HandMadeFile.header(run, "default", "a", "{}"),
        keys,
        List.of(
            Submissions.of("a", "v", new JsonValue("{}"), "here", "ana"),
            new LifecycleEvent.Completed("third")));
  }

  @Test
  void endsReadingALineAtTheLimit() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }
        };

    assertThatThrownBy(() -> archive.read(offset -> endless))
        .isInstanceOf(ForgedRecordFileException.class)
        .hasMessageContaining("line 1")
        .hasMessageContaining("9437184 bytes");
  }

  private String exported() throws IOException {
    var out = new ByteArrayOutputStream();
    archive.write(header("default"), EVENTS, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private RecordHeader header(String tenant) {
    return new RecordHeader(
        RecordHeader.FORMAT, RecordHeader.VERSION, run, tenant, "a", "v", "{}", "here", "ana");
  }

  private RecordVerifier.Sound verify(String file) throws IOException, ForgedRecordFileException {
    return new RecordVerifier(KeyRing.parse(KEY)).verify(in(file));
  }

  private static RecordFile file(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return offset -> new ByteArrayInputStream(bytes, (int) offset, bytes.length);
  }

  private static ByteArrayInputStream in(String file) {
    return new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8));
  }

  private FencedUpdate insertion() {
    return FencedUpdate.of(Tables.INSERT_RUN, run.toString());
  }

  private void forget() throws SQLException {
    TABLES.change("DELETE FROM event WHERE run_id = ?", run);
    TABLES.change("DELETE FROM run WHERE id = ?", run);
  }
}
