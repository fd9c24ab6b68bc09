package dev.reprise.operations.killswitch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.RecordSettings;
import dev.reprise.journal.audit.AuditEvent;
import dev.reprise.journal.audit.AuditRecord;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.Recorders;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.redaction.RedactionRules;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which tenants a kill switch takes for known ones, in every database. */
@EachDatabase
class SeenTenantsTest {

  private static final String KEY = "k1=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=";
  private static final EventEncoder ENCODER = Recorders.with(KEY, "", new RecordSettings());

  private static final String INSERT_RUN =
      """
      INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                       last_sequence, created_at, updated_at)
      VALUES (?, ?, 'surveyor', 'v', 'here', 'ana', 'COMPLETED', 0, 0, CURRENT_TIMESTAMP,
              CURRENT_TIMESTAMP)\
      """;

  private final String tenant = "seen-" + UUID.randomUUID();

  @AfterEach
  void removeRuns() throws SQLException {
    execute("DELETE FROM run WHERE tenant = ?", tenant);
  }

  @Test
  void oneWithARunIsSeen() throws SQLException {
    assertThat(tenants().has(tenant)).isFalse();

    execute(INSERT_RUN, UUID.randomUUID().toString(), tenant);

    assertThat(tenants().has(tenant)).isTrue();
  }

  @Test
  void oneWithAnEntryInItsAuditRecordIsSeen() {
    audit().append(tenant, new AuditEvent.AccessDenied("vic", List.of(), "::1", "POST /runs", 1));

    assertThat(tenants().has(tenant)).isTrue();
  }

  private static SeenTenants tenants() {
    return new SeenTenants(new Database(database()), audit());
  }

  private static AuditRecord audit() {
    return new AuditRecord(
        database(),
        ENCODER,
        new RecordArchive(database(), ENCODER, KeySource.of(KeyRing.parse(KEY))),
        new Redaction(new RedactionRules(List.of(), List.of(), List.of())));
  }

  private static void execute(String sql, String... parameters) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      statement.executeUpdate();
    }
  }

  private static DataSource database() {
    return TestDatabases.current();
  }
}
