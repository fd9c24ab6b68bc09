package dev.reprise.journal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.journal.store.TestDatabases.OpenJournal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** A reply of any model of any provider is read back unchanged, block by block. */
class AnyReplySurvivesTest {

  private final EventCodec codec = new EventCodec();

  @Property(edgeCases = EdgeCasesMode.NONE)
  void inItsPayload(@ForAll("replies") ModelEvent.Replied reply) {
    String payload = codec.write(reply);

    assertThat(codec.read("model.replied", 1, payload)).isEqualTo(reply);
    assertThat(payload).doesNotContain("dev.reprise");
  }

  @Property(tries = 10, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
  void inTheDatabase(
      @ForAll("databases") DataSource database,
      @ForAll("manyReplies") List<ModelEvent.Replied> replies)
      throws SQLException {
    UUID run = UUID.randomUUID();
    insert(database, run);
    try (OpenJournal open = TestDatabases.journal(database)) {
      open.journal().append(new Writer(run, "default", 0), Position.START, replies).await();

      assertThat(open.journal().read(run, Position.START, replies.size()))
          .extracting(RecordedEvent::event)
          .isEqualTo(replies);
    }
  }

  @Provide
  Arbitrary<ModelEvent.Replied> replies() {
    return GeneratedMessages.replied();
  }

  @Provide
  Arbitrary<List<ModelEvent.Replied>> manyReplies() {
    return GeneratedMessages.replied().list().ofSize(50);
  }

  @Provide
  Arbitrary<DataSource> databases() {
    return Arbitraries.of(TestDatabases.derby(), TestDatabases.postgres());
  }

  private static void insert(DataSource database, UUID run) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement =
            connection.prepareStatement(
                """
                INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status,
                                 epoch, last_sequence, created_at, updated_at)
                VALUES (?, 'default', 'surveyor', 'v', 'here', 'ana', 'QUEUED', 0, 0,
                        CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)\
                """)) {
      statement.setString(1, run.toString());
      statement.executeUpdate();
    }
  }
}
