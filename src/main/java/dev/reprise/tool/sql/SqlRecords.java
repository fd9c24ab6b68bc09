package dev.reprise.tool.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.call.NotPermittedException;
import dev.reprise.tool.call.ToolGate;
import dev.reprise.tool.call.ToolUse;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads all rows of a query as JSON objects, one after another, for those who may use {@code
 * sql_query}. A member has the name that the query gives its column; columns of JSON are JSON, and
 * the others as {@code sql_query} shows them. Tested by {@code QueryRowsTest}.
 */
@ApplicationScoped
public class SqlRecords {

  /** The tool that an origin must grant. */
  public static final String TOOL = SqlQueryTool.NAME;

  private static final String UNUSABLE = "unusable_columns";

  private final ToolGate gate;
  private final SqlSources sources;
  private final GuardedQueries queries;

  @Inject
  SqlRecords(ToolGate gate, SqlSources sources, GuardedQueries queries) {
    this.gate = gate;
    this.sources = sources;
    this.queries = queries;
  }

  /** Receives rows, whose numbers count from 1, on another thread than that of the caller. */
  public interface Receiver {

    /** Returns the most characters of a text. */
    int maxLength();

    void take(int row, ObjectNode fields);

    /** Learns why a row cannot be given. */
    void refuse(int row, String reason);

    /** Returns whether it wants no more rows. */
    boolean isDone();
  }

  /**
   * A query.
   *
   * @param source the name of a data source
   * @param parameters scalars for the question marks of the query
   * @param maxRows the most rows that are read
   */
  public record Query(String source, String sql, List<JsonNode> parameters, int maxRows) {

    public Query {
      parameters = List.copyOf(parameters);
    }

    private ToolCall call() {
      var arguments = JsonNodeFactory.instance.objectNode().put("source", source).put("sql", sql);
      arguments.putArray("parameters").addAll(parameters);
      return new ToolCall("source", TOOL, new JsonValue(Json.write(arguments)));
    }
  }

  /**
   * Reads rows until there are no more or the receiver wants none.
   *
   * @param origin the agent and person that read them, who are granted {@value #TOOL}
   * @throws NotPermittedException if they may not; says why
   * @throws ToolException if they have no such source, or the query is refused; says why, without
   *     words of the database
   * @throws FaultException if the database does not serve the query
   * @throws InterruptedException if the caller was interrupted
   */
  public void read(CallOrigin origin, Query query, Receiver receiver)
      throws NotPermittedException, ToolException, FaultException, InterruptedException {
    CallOrigin granted = origin.leadingTo(TOOL);
    gate.require(ToolUse.SOURCE, query.call(), granted);
    try {
      queries.run(
          sources.require(query.source(), granted),
          query.sql(),
          query.parameters(),
          query.maxRows(),
          rows -> {
            read(rows, receiver);
            return receiver;
          });
    } catch (DatabaseRefusalException e) {
      throw e.inBrief();
    }
  }

  private static void read(ResultSet rows, Receiver receiver) throws SQLException, ToolException {
    List<Column> columns = columns(rows.getMetaData());
    for (int row = 1; !receiver.isDone() && rows.next(); row++) {
      ObjectNode fields = JsonNodeFactory.instance.objectNode();
      Optional<String> problem = fill(fields, rows, columns, receiver.maxLength());
      if (problem.isPresent()) {
        receiver.refuse(row, problem.get());
      } else {
        receiver.take(row, fields);
      }
    }
  }

  /** Returns why a row cannot be read, if so. */
  private static Optional<String> fill(
      ObjectNode fields, ResultSet rows, List<Column> columns, int maxLength) throws SQLException {
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      JsonNode value = SqlValue.read(rows, i + 1, column.type(), maxLength);
      if (value.isTextual() && value.textValue().length() > maxLength) {
        return Optional.of(
            "has more than %d characters in the column '%s'".formatted(maxLength, column.name()));
      }
      fields.set(column.name(), column.isJson() ? json(value) : value);
    }
    return Optional.empty();
  }

  private static JsonNode json(JsonNode value) {
    return value.isTextual() ? Json.read(value.textValue()) : value;
  }

  private record Column(String name, int type, boolean isJson) {}

  /**
   * Returns the columns of a result.
   *
   * @throws ToolException {@value #UNUSABLE} if they cannot be the members of an object
   */
  private static List<Column> columns(ResultSetMetaData result) throws SQLException, ToolException {
    List<Column> columns = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 1; i <= result.getColumnCount(); i++) {
      String name = result.getColumnLabel(i);
      if (!names.add(name)) {
        throw new ToolException(
            UNUSABLE, "two columns have the name '%s'; give each its own with AS".formatted(name));
      }
      if (SqlValue.isBinary(result.getColumnType(i))) {
        throw new ToolException(
            UNUSABLE, "the column '%s' is binary; select it as a text".formatted(name));
      }
      String type = result.getColumnTypeName(i).toLowerCase(Locale.ROOT);
      boolean isJson = type.equals("json") || type.equals("jsonb");
      columns.add(new Column(name, result.getColumnType(i), isJson));
    }
    return columns;
  }
}
