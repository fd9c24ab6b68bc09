package dev.reprise.api.page;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.QueryParameters;
import jakarta.ws.rs.QueryParam;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** The page of a list that a client requests by {@code limit} and {@code cursor}. */
public class PageQuery {

  private static final int DEFAULT_LIMIT = 50;
  private static final int MAX_LIMIT = 200;

  @Parameter(
      schema =
          @Schema(
              type = SchemaType.INTEGER,
              minimum = "1",
              maximum = "" + MAX_LIMIT,
              defaultValue = "" + DEFAULT_LIMIT))
  @QueryParam("limit")
  @Nullable String limit;

  @QueryParam("cursor")
  @Nullable String cursor;

  /**
   * Returns how many entries the page has, at most.
   *
   * @throws ProblemException if the parameter is out of range
   */
  public int limit() {
    return (int) QueryParameters.number("limit", limit, DEFAULT_LIMIT, 1, MAX_LIMIT);
  }

  /** Returns the {@code nextCursor} of the page before; empty for the first page. */
  public Optional<String> cursor() {
    return Optional.ofNullable(cursor);
  }
}
