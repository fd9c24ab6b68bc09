package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.agent.Role;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A row has the values that were written to it. */
@EachDatabase
class RowValuesTest {

  private static final String OF_BATCH =
      "SELECT * FROM provider_batch WHERE batch_id = ? ORDER BY requests";

  private static final Instant AT = Instant.parse("2026-11-29T10:15:30.123456Z");
  private static final LocalDate DAY = LocalDate.parse("2026-11-29");

  private final UUID batch = UUID.randomUUID();
  private Database database;

  @BeforeEach
  void open() {
    database = new Database(TestDatabases.current());
  }

  private RowValues values(UUID id, int requests) {
    return RowValues.of("provider_batch")
        .set("id", id)
        .set("batch_id", batch)
        .set("provider", "p")
        .set("requests", requests)
        .set("state", Role.ADMIN)
        .set("intended_at", AT)
        .now("due_at");
  }

  @Test
  void insertsEachValueInItsColumn() {
    UUID id = UUID.randomUUID();

    RowValues written =
        values(id, 3)
            .set("provider_id", null)
            .set("submitted_at", Optional.empty())
            .set("reserved_on", Optional.of(DAY))
            .sql("reserved_usd", "CAST(? AS DECIMAL(19, 6)) + 1", new BigDecimal("0.5"))
            .zero("reserved_tokens");

    assertThat(database.<Integer>single(it -> it.insert(written))).isOne();
    database.rows(
        OF_BATCH,
        row -> {
          assertThat(row.id("id")).isEqualTo(id);
          assertThat(row.text("provider")).isEqualTo("p");
          assertThat(row.has("provider_id")).isFalse();
          assertThat(row.integer("requests")).isEqualTo(3);
          assertThat(row.constant(Role.class, "state")).isEqualTo(Role.ADMIN);
          assertThat(row.instant("intended_at")).isEqualTo(AT);
          assertThat(row.has("submitted_at")).isFalse();
          assertThat(row.instant("due_at")).isAfter(AT.minusSeconds(1));
          assertThat(row.date("reserved_on")).isEqualTo(DAY);
          assertThat(row.amount("reserved_usd")).isEqualByComparingTo("1.5");
          assertThat(row.number("reserved_tokens")).isZero();
          return row;
        },
        batch);
    assertThat(requests()).hasSize(1);
  }

  @Test
  void insertsRowsOfDifferentColumns() {
    database.together(
        it -> {
          it.insertEach(List.of());
          it.insertEach(
              List.of(
                  values(UUID.randomUUID(), 1),
                  values(UUID.randomUUID(), 2).set("provider_id", "theirs"),
                  values(UUID.randomUUID(), 3)));
          return it;
        });

    assertThat(requests()).containsExactly(1, 2, 3);
    assertThat(database.rows(OF_BATCH, row -> row.optionalText("provider_id"), batch))
        .containsExactly(Optional.empty(), Optional.of("theirs"), Optional.empty());
  }

  @Test
  void insertsARowUnlessThereIsOneWithItsKey() {
    UUID id = UUID.randomUUID();

    assertThat(database.insertIfAbsent(values(id, 1))).isTrue();
    assertThat(database.insertIfAbsent(values(id, 2))).isFalse();
    assertThat(requests()).containsExactly(1);
  }

  @Test
  void updatesTheRowThatMeetsTheCondition() {
    UUID id = UUID.randomUUID();
    database.insertIfAbsent(values(id, 1));
    database.insertIfAbsent(values(UUID.randomUUID(), 9));
    RowValues change =
        RowValues.of("provider_batch")
            .sql("requests", "requests + ?", 4)
            .set("provider_id", Optional.of("theirs"))
            .now("submitted_at");

    assertThat(database.moves(change, "id = ? AND requests = ?", id, 2)).isFalse();
    assertThat(requests()).containsExactly(1, 9);

    assertThat(database.moves(change, "id = ? AND requests = ?", id, 1)).isTrue();
    assertThat(requests()).containsExactly(5, 9);
    assertThat(database.rows(OF_BATCH, row -> row.has("submitted_at"), batch))
        .containsExactly(true, false);
  }

  @Test
  void hasTheSameSqlForTheSameColumns() {
    RowValues first = values(UUID.randomUUID(), 1);
    RowValues second = values(UUID.randomUUID(), 2);

    assertThat(first.insertSql())
        .isEqualTo(second.insertSql())
        .isEqualTo(
            "INSERT INTO provider_batch"
                + " (id, batch_id, provider, requests, state, intended_at, due_at)"
                + " VALUES (?, ?, ?, ?, ?, ?, CURRENT_TIMESTAMP)");
    assertThat(first.updateSql("id = ?"))
        .isEqualTo(second.updateSql("id = ?"))
        .isEqualTo(
            "UPDATE provider_batch SET id = ?, batch_id = ?, provider = ?, requests = ?, state = ?,"
                + " intended_at = ?, due_at = CURRENT_TIMESTAMP WHERE id = ?");
  }

  @Test
  void refusesWhatIsNoName() {
    for (String name : List.of("id, tenant", "id) VALUES (1)--", "ID", "\"id\"")) {
      assertThatIllegalArgumentException().isThrownBy(() -> RowValues.of(name));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RowValues.of("batch").set(name, 1))
          .withMessage("'%s' is no name of a table or column", name);
    }
  }

  private List<Integer> requests() {
    return database.rows(OF_BATCH, row -> row.integer("requests"), batch);
  }
}
