package dev.reprise.tool.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model learns from a failure what it can do, and nothing about where the database is. */
class SqlErrorMapperTest {

  @ParameterizedTest
  @CsvSource({
    "08001, cannot be reached",
    "57P01, cannot be reached",
    "28P01, does not let this server log in",
    "53300, has too much to do",
  })
  void namesNeitherHostNorUserOfADatabaseThatDoesNotServe(String state, String told) {
    var met = new SQLException("Connection to db.internal:5432 refused for user \"reader\"", state);

    Exception fault = SqlErrorMapper.of("shop", met);

    assertThat(fault)
        .hasMessageContaining("data source 'shop' " + told)
        .hasMessageNotContaining("db.internal")
        .hasMessageNotContaining("reader");
  }
}
