package dev.reprise.tool.sql;

import static dev.reprise.agent.EffectClass.READ_ONLY;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.tool.DescriptionMethod;
import dev.reprise.tool.ResultRemarks;
import dev.reprise.tool.ToolMethod;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Set;

/** Shows agents the result of a query on a database that the operator named. */
@ApplicationScoped
class SqlQueryTool {

  static final String NAME = "sql_query";

  private final SqlSources sources;
  private final GuardedQueries queries;

  @Inject
  SqlQueryTool(SqlSources sources, GuardedQueries queries) {
    this.sources = sources;
    this.queries = queries;
  }

  record Arguments(
      @JsonPropertyDescription("which data source to ask") String source,
      @JsonPropertyDescription("for example SELECT name FROM customer WHERE id = ?") @Size(min = 1)
          String sql,
      @JsonPropertyDescription("values for the question marks, in their order")
          @JsonProperty(defaultValue = "[]")
          @Size(max = 100)
          List<ValueNode> parameters,
      @JsonPropertyDescription("how many rows to give at most, default 100")
          @JsonProperty(defaultValue = "100")
          @Min(1)
          @Max(1000)
          int limit) {}

  /**
   * Every tenant reads the same description, so it names no source that only some tenants may use.
   */
  @DescriptionMethod
  public String description() {
    Set<String> shared = sources.sharedNames();
    String others =
        sources.areDivided()
            ? " There may be others for you: a call with an unknown one is told which there are."
            : "";
    return """
        Asks a database with one SQL query (SELECT or WITH … SELECT; PostgreSQL or Derby dialect) and \
        gives a line with the columns and their types, then a JSON array for each row. Nothing can be \
        changed. Values go into "parameters", one for each ? of the query. No comments; functions are \
        the usual scalar, aggregate and window functions. What tables there are say \
        information_schema.tables and .columns (PostgreSQL), or SYS.SYSTABLES and SYS.SYSCOLUMNS \
        (Derby). To see more than the limit, order by a key and ask for what lies behind the last \
        row. Data sources here: %s.%s"""
        .formatted(shared.isEmpty() ? "none" : String.join(", ", shared), others);
  }

  @ToolMethod(
      name = NAME,
      effect = READ_ONLY,
      category = "data",
      tags = {"sql", "read"},
      timeout = "PT1M")
  public ToolOutcome query(Arguments arguments, ToolRequest request) throws Exception {
    SqlSource source = sources.require(arguments.source(), request.origin());
    List<JsonNode> parameters = List.copyOf(arguments.parameters());
    int limit = arguments.limit();
    try {
      return shown(
          queries.run(
              source, arguments.sql(), parameters, limit + 1, rows -> SqlRows.read(rows, limit)));
    } catch (DatabaseRefusalException e) {
      throw e.forModel();
    }
  }

  private static ToolOutcome shown(SqlRows rows) {
    if (rows.count() == 0 && !rows.isWhole()) {
      return ToolOutcome.failed(
          "row_too_large",
          "the first row alone has more than %d bytes; select fewer columns"
              .formatted(SqlRows.MAX_BYTES));
    }
    ResultRemarks remarks = new ResultRemarks();
    if (rows.count() == 0) {
      remarks.add("no rows");
    }
    if (!rows.isWhole()) {
      remarks.add(
          "only the first %d rows are shown, there are more; continue with OFFSET %d ROWS, or after the last key"
              .formatted(rows.count(), rows.count()));
    }
    return new ToolOutcome.Succeeded(remarks.after(rows.text()));
  }
}
