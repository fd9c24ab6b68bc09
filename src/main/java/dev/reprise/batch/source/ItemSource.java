package dev.reprise.batch.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.util.List;

/** Where the items of a data set are. */
public sealed interface ItemSource {

  /**
   * Items in the request itself.
   *
   * @param bytes JSON Lines in UTF-8: a JSON object on each line; blank lines are skipped
   */
  record Lines(InputStream bytes) implements ItemSource {}

  /**
   * A file of a workspace, in UTF-8.
   *
   * @param workspace {@code name} or {@code name/sub/directory}
   * @param path relative to the workspace
   */
  record WorkspaceFile(String workspace, String path, Format format) implements ItemSource {}

  /**
   * The rows of a query.
   *
   * @param source the name of a data source that the tenant may query
   * @param sql one {@code SELECT} under the rules of {@code sql_query}
   * @param parameters scalars for its question marks, in their order
   */
  record Query(String source, String sql, List<JsonNode> parameters) implements ItemSource {
    public Query {
      parameters = List.copyOf(parameters);
    }
  }

  /** How a file holds items. */
  enum Format {
    /** JSON Lines: a JSON object on each line. */
    JSONL,
    /** Comma-separated values as in RFC 4180, with a header that names the fields. */
    CSV
  }
}
