package dev.reprise.batch.source;

import static dev.reprise.batch.source.ReadItems.LIMITS;
import static dev.reprise.batch.source.ReadItems.inputs;
import static dev.reprise.batch.source.ReadItems.problems;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of a query as items. */
class QueryRowsTest {

  private Path directory = Path.of("");

  @BeforeEach
  void use(@TempDir Path temp) {
    directory = temp;
  }

  private List<Item> rows(String sql, JsonNode... parameters) throws Exception {
    return rows(LIMITS, sql, parameters);
  }

  private List<Item> rows(ItemLimits limits, String sql, JsonNode... parameters) throws Exception {
    return new ReadItems(directory, limits)
        .of(new ItemSource.Query("shop", sql, List.of(parameters)), ItemKey.HASH);
  }

  @Test
  void areItemsWithTheTypesOfTheirColumns() throws Exception {
    assertThat(
            inputs(
                rows(
                    "SELECT id AS \"id\", name AS \"name\", joined AS \"joined\","
                        + " active AS \"active\", credit AS \"credit\" FROM customer"
                        + " WHERE id < ? ORDER BY id",
                    IntNode.valueOf(3))))
        .containsExactly(
            "{\"active\":true,\"credit\":10.5,\"id\":1,\"joined\":\"2024-01-02\",\"name\":\"Ada\"}",
            "{\"active\":false,\"credit\":null,\"id\":2,\"joined\":\"2024-02-29\","
                + "\"name\":\"Zoë 漢 'quoted'\"}");
  }

  @Test
  void sayWhatIsWrongWithAQuery() {
    assertThat(problems(() -> rows("DELETE FROM customer")))
        .singleElement()
        .asString()
        .startsWith("source: ");
    assertThat(problems(() -> rows("SELECT id, id FROM customer")))
        .containsExactly("source: two columns have the name 'ID'; give each its own with AS");
    assertThat(problems(() -> rows("SELECT CAST(NULL AS BLOB) AS b FROM customer")))
        .containsExactly("source: the column 'B' is binary; select it as a text");
    assertThat(problems(() -> rows("SELECT id FROM nosuch")))
        .as("not in the database's own words")
        .containsExactly("source: the database refuses the query (SQLState 42X05)");
    assertThat(problems(() -> rows("SELECT id FROM customer WHERE id = ?")))
        .containsExactly("source: the query has 1 question marks, and there are 0 parameters");
    assertThat(problems(() -> rows("SELECT id FROM customer WHERE id < 0")))
        .containsExactly("the source has no items");
  }

  @Test
  void sayWhichRowIsWrong() {
    var limits = new ItemLimits(1_000, 20, 1_000, 1_000);

    assertThat(problems(() -> rows(limits, "SELECT name FROM customer ORDER BY id")))
        .containsExactly("row 2: has more than 20 bytes");
    assertThat(
            problems(
                () ->
                    rows(
                        limits,
                        "SELECT name || name || name || name || name AS n FROM customer"
                            + " ORDER BY id DESC")))
        .contains("row 1: has more than 20 characters in the column 'N'");
    assertThat(
            problems(
                () ->
                    rows(
                        new ItemLimits(2, 100, 1_000, 1_000),
                        "SELECT id FROM customer ORDER BY id")))
        .containsExactly("row 3: there may be at most 2 items");
  }

  @Test
  void comeFromSourcesOfTheTenantOnly() {
    var foreign = new ItemSource.Query("books", "SELECT 1", List.of());

    assertThat(problems(() -> new ReadItems(directory, LIMITS).of(foreign, ItemKey.HASH)))
        .containsExactly("source: there is no data source 'books' for you; there are: shop");
  }
}
