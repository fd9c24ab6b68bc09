package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.agent.Role;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A row gives what the parameters of its statement were. */
@EachDatabase
class RowTest {

  private static final String ADD =
      """
      INSERT INTO provider_batch (id, batch_id, provider, provider_id, requests, state, intended_at,
        reserved_on, reserved_usd, reserved_tokens, due_at)
      VALUES (?, ?, 'p', ?, 3, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP)""";

  private static final String ROW = "SELECT * FROM provider_batch WHERE id = ?";

  private static final Instant AT = Instant.parse("2026-11-29T10:15:30.123456Z");
  private static final LocalDate DAY = LocalDate.parse("2026-11-29");

  private final UUID id = UUID.randomUUID();
  private Database database;

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void open() {
    database = new Database(database());
  }

  @Test
  void givesWhatIsStored() {
    UUID batch = UUID.randomUUID();
    database.update(
        ADD,
        id,
        batch,
        Optional.of("theirs"),
        Role.ADMIN,
        AT,
        Optional.of(DAY),
        Optional.of(new BigDecimal("1.5")),
        1L);

    database.rows(
        ROW,
        row -> {
          assertThat(row.id("batch_id")).isEqualTo(batch);
          assertThat(row.optionalText("provider_id")).contains("theirs");
          assertThat(row.has("provider_id")).isTrue();
          assertThat(row.integer("requests")).isEqualTo(3);
          assertThat(row.constant(Role.class, "state")).isEqualTo(Role.ADMIN);
          assertThat(row.optionalConstant(Role.class, "state")).contains(Role.ADMIN);
          assertThat(row.instant("intended_at")).isEqualTo(AT);
          assertThat(row.date("reserved_on")).isEqualTo(DAY);
          assertThat(row.amount("reserved_usd")).isEqualByComparingTo("1.5");
          assertThat(row.real("reserved_usd")).isEqualTo(1.5);
          assertThat(row.number("reserved_tokens")).isOne();
          assertThat(row.flag("reserved_tokens")).isTrue();
          return row;
        },
        id);
    assertThat(database.number("SELECT COUNT(*) FROM provider_batch WHERE id = ?", id)).isOne();
  }

  @Test
  void isEmptyWhereNothingIsStored() {
    Optional<Object> none = Optional.empty();
    database.update(ADD, id, id, none, Role.ADMIN, AT, none, none, none);

    database.rows(
        ROW,
        row -> {
          assertThat(row.optionalText("provider_id")).isEmpty();
          assertThat(row.has("provider_id")).isFalse();
          assertThat(row.optionalId("provider_id")).isEmpty();
          assertThat(row.optionalConstant(Role.class, "provider_id")).isEmpty();
          assertThat(row.optionalInstant("submitted_at")).isEmpty();
          assertThat(row.optionalDate("reserved_on")).isEmpty();
          assertThat(row.optionalAmount("reserved_usd")).isEmpty();
          assertThat(row.optionalReal("reserved_usd")).isEmpty();
          assertThat(row.optionalNumber("reserved_tokens")).isEmpty();
          assertThat(row.optionalInteger("reserved_tokens")).isEmpty();
          assertThatIllegalStateException()
              .isThrownBy(() -> row.number("reserved_tokens"))
              .withMessage("column reserved_tokens must have a value");
          return row;
        },
        id);
  }

  @Test
  void saysWhatTheDatabaseSays() {
    Optional<Object> none = Optional.empty();
    database.update(ADD, id, id, none, Role.ADMIN, AT, none, none, none);

    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> database.rows(ROW, row -> row.text("absent"), id))
        .matches(it -> !it.is(SqlErrors::isUnavailable));
  }
}
