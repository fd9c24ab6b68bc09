package dev.reprise.journal.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.fixture.LogLines;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordSettings;
import dev.reprise.journal.Writer;
import dev.reprise.journal.file.ForgedRecordFileException;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.journal.file.RecordVerifier;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.seal.Recorders;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.EventTable;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.redaction.RedactionRules;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every database must do for audit records. */
@EachDatabase
class AuditRecordTest {

  private static final String KEY = "k1=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=";
  private static final EventEncoder ENCODER = Recorders.with(KEY, "", new RecordSettings());
  private static final String SECRET = "hush-hush-hush";

  private AuditRecord record;

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void emptyDatabase() throws SQLException {
    for (String tenant : List.of("acme", "beta")) {
      execute("DELETE FROM event WHERE run_id = '%s'".formatted(AuditRecord.id(tenant)));
      execute("DELETE FROM audit_record WHERE id = '%s'".formatted(AuditRecord.id(tenant)));
    }
    record = record();
  }

  private AuditRecord record() {
    var secret = new RedactionRules.Secret("hook", SECRET);
    return new AuditRecord(
        database(),
        ENCODER,
        new RecordArchive(database(), ENCODER, KeySource.of(KeyRing.parse(KEY))),
        new Redaction(new RedactionRules(List.of(secret), List.of(), List.of())));
  }

  @Test
  void entriesComeBackAsTheyWereWritten() {
    List<AuditEvent> events =
        List.of(
            deed("DELETE /schedules/nightly"),
            new AuditEvent.Refused(1, 404),
            new AuditEvent.Deed(
                "ana",
                List.of("admin"),
                "::1",
                "POST /batches:lines?x=y",
                Optional.of("{}"),
                Optional.of(new AuditEvent.Digest("ab", 70_000_000_000L))),
            new AuditEvent.AccessDenied("vic", List.of("viewer"), "::1", "POST /api-keys", 3),
            new AuditEvent.LoginsRefused("mallory", "1.2.3.4", 7));
    events.forEach(event -> record.append("acme", event));

    assertThat(record.page("acme", 0, 10)).extracting(AuditRecord.Entry::event).isEqualTo(events);
    assertThat(record.page("acme", 1, 1))
        .extracting(AuditRecord.Entry::sequence)
        .containsExactly(2L);
    assertThat(record.size("acme")).isEqualTo(5);
  }

  @Test
  void eachTenantHasItsOwn() {
    record.append("acme", deed("POST /webhooks"));

    assertThat(record.size("beta")).isZero();
    assertThat(record.page("beta", 0, 10)).isEmpty();
  }

  @Test
  void secretsAreLeftOut() {
    record.append(
        "acme",
        new AuditEvent.Deed(
            "ana",
            List.of("admin"),
            "::1",
            "POST /webhooks",
            Optional.of("{\"url\": \"" + SECRET),
            Optional.empty()));
    record.append(
        "acme", new AuditEvent.AccessDenied("vic", List.of(), "::1", "GET /audit?x=" + SECRET, 1));

    assertThat(record.page("acme", 0, 2))
        .hasSize(2)
        .allMatch(it -> it.toString().contains("[redacted") && !it.toString().contains(SECRET));
  }

  @Test
  void serversThatAppendAtTheSameTimeLoseNothing() throws Exception {
    List<Callable<Long>> appends = new ArrayList<>();
    IntStream.range(0, 40)
        .forEach(n -> appends.add(() -> record().append("acme", deed("POST /" + n))));
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (var appended : threads.invokeAll(appends)) {
        appended.get();
      }
    }

    assertThat(record.page("acme", 0, 100))
        .extracting(AuditRecord.Entry::sequence)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 40).boxed().toList());
  }

  @Test
  void aChangedEntryIsFound() throws SQLException {
    record.append("acme", deed("POST /api-keys"));
    execute(
        "UPDATE event SET tenant = 'beta' WHERE run_id = '%s'".formatted(AuditRecord.id("acme")));

    assertThatThrownBy(() -> record.page("acme", 0, 1)).isInstanceOf(BrokenRecordException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "audit.of-a-later-version | {}                   | unknown event type",
        "run.submitted            | {}                   | unknown event type",
        "audit.deed-refused       | {\"status\":\"hello\"} | is not that of 'audit.deed-refused'",
      })
  void anEntryThatThisServerCannotReadIsRefused(String type, String payload, String why)
      throws SQLException {
    UUID id = AuditRecord.id("acme");
    var writer = new Writer(id, "acme", 1);
    PreparedAppend.Entry entry = ENCODER.write(writer, Position.START, type, 1, payload);
    var begin =
        FencedUpdate.of(
            "INSERT INTO audit_record (last_sequence, id) VALUES (?, ?)", 1L, id.toString());
    EventTable.of(database())
        .write(List.of(new PreparedAppend(writer, begin, List.of(entry), List.of())));

    assertThatThrownBy(() -> record.page("acme", 0, 1))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 1")
        .hasMessageContaining(why);
  }

  @Test
  void nothingIsAppendedAfterAnEndThatIsMissing() throws SQLException {
    record.append("acme", deed("POST /api-keys"));
    execute("DELETE FROM event WHERE run_id = '%s'".formatted(AuditRecord.id("acme")));

    assertThatThrownBy(() -> record.append("acme", deed("POST /api-keys")))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("is missing");
  }

  @Test
  void anExportIsVerifiedAsTheRecordOfARunIs() throws Exception {
    record.append("acme", deed("POST /api-keys"));
    record.append("acme", new AuditEvent.Refused(1, 400));
    String file = exported();

    RecordVerifier.Sound sound = verify(file);
    assertThat(sound.events()).isEqualTo(2);
    assertThat(sound.header().hasNoRun()).isTrue();
    assertThat(sound.header().tenant()).isEqualTo("acme");
    assertThatThrownBy(() -> verify(file.replace("POST", "PUT")))
        .isInstanceOf(ForgedRecordFileException.class);
  }

  /** The log has left the server; who may write to the database cannot take it back. */
  @Test
  void anEndThatWasCutOffIsFoundByALineOfTheLog() throws Exception {
    var lines = new LogLines(AuditRecord.class);
    try (lines) {
      record.append("acme", deed("POST /api-keys"));
      record.append("acme", deed("POST /admin/kill-switches"));
      record.append("acme", deed("DELETE /runs/x"));
    }
    Position last = known(lines.all().getLast());
    assertThat(last).isEqualTo(record.end("acme"));
    assertThat(verify(exported(), last).events()).isEqualTo(3);

    String id = AuditRecord.id("acme").toString();
    execute("DELETE FROM event WHERE run_id = '%s' AND sequence > 1".formatted(id));
    execute("UPDATE audit_record SET last_sequence = 1 WHERE id = '%s'".formatted(id));

    assertThat(verify(exported()).events()).as("the chain alone").isEqualTo(1);
    assertThatThrownBy(() -> verify(exported(), last))
        .isInstanceOf(ForgedRecordFileException.class)
        .hasMessageContaining("ends with event 1; event 3, which is known from elsewhere");

    record.append("acme", deed("POST /api-keys"));
    record.append("acme", deed("POST /api-keys"));
    assertThatThrownBy(() -> verify(exported(), last))
        .isInstanceOf(ForgedRecordFileException.class)
        .hasMessageContaining("event 3 is another one");
  }

  private static Position known(String line) {
    var parts =
        Pattern.compile("audit record of tenant acme: entry (\\d+) has the hash (\\p{XDigit}{64})")
            .matcher(line);
    assertThat(parts.matches()).as("%s", line).isTrue();
    return new Position(Long.parseLong(parts.group(1)), parts.group(2));
  }

  private String exported() throws IOException {
    var file = new ByteArrayOutputStream();
    record.export("acme", file);
    return file.toString(StandardCharsets.UTF_8);
  }

  private static RecordVerifier.Sound verify(String file)
      throws IOException, ForgedRecordFileException {
    return verify(file, Position.START);
  }

  private static RecordVerifier.Sound verify(String file, Position known)
      throws IOException, ForgedRecordFileException {
    return new RecordVerifier(KeyRing.parse(KEY))
        .verify(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)), known);
  }

  private static AuditEvent deed(String deed) {
    return new AuditEvent.Deed(
        "ana", List.of("admin"), "127.0.0.1", deed, Optional.of("{}"), Optional.empty());
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
