package dev.reprise.api.batch;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.batch.source.ItemSource;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Where the items of a data set are; exactly one member is present.
 *
 * @param lines JSON Lines: an object on each line
 * @param file a file of a workspace
 * @param query a query of a data source that the agents' tools may query
 */
@Schema(description = "Exactly one member is present.")
public record SourceRequest(
    @Nullable String lines, @Valid @Nullable WorkspaceFile file, @Valid @Nullable Query query) {

  /**
   * A file of a workspace, in UTF-8.
   *
   * @param workspace that of the batch by default
   * @param path relative to the workspace
   * @param format JSON Lines by default; CSV has a header that names the fields
   */
  @Schema(name = "BatchFile")
  public record WorkspaceFile(
      @Nullable String workspace,
      @NotBlank(message = "is missing; it must be the path of a file in the workspace")
          @Size(max = 4096, message = "must have at most {max} characters")
          String path,
      @Nullable Format format) {}

  /** How a file holds items. */
  @Schema(name = "BatchFileFormat")
  public enum Format {
    @JsonProperty("jsonl")
    JSONL,
    @JsonProperty("csv")
    CSV
  }

  /**
   * A query, each row of which is an item.
   *
   * @param source the name of a data source of the server
   * @param sql one SELECT
   * @param parameters for its question marks, in their order; none by default
   */
  @Schema(name = "BatchQuery")
  public record Query(
      @NotBlank(message = "is missing; it must be the name of a data source") String source,
      @NotBlank(message = "is missing; it must be a SELECT") String sql,
      @Nullable List<@NotNull(message = "must be a value") JsonNode> parameters) {}

  /** Returns the source; empty unless exactly one member is present. */
  Optional<ItemSource> source(String batchWorkspace) {
    if (Stream.of(lines, file, query).filter(Objects::nonNull).count() != 1) {
      return Optional.empty();
    }
    if (lines != null) {
      return Optional.of(
          new ItemSource.Lines(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8))));
    }
    if (file != null) {
      return Optional.of(
          new ItemSource.WorkspaceFile(
              Optional.ofNullable(file.workspace()).orElse(batchWorkspace),
              file.path(),
              file.format() == Format.CSV ? ItemSource.Format.CSV : ItemSource.Format.JSONL));
    }
    Query rows = Objects.requireNonNull(query);
    return Optional.of(
        new ItemSource.Query(
            rows.source(), rows.sql(), Optional.ofNullable(rows.parameters()).orElseGet(List::of)));
  }
}
