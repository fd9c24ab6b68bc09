package dev.reprise.batch.source;

import dev.reprise.journal.RecordSettings;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.InvalidDocumentException;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.call.NotPermittedException;
import dev.reprise.tool.file.FileSource;
import dev.reprise.tool.sql.SqlRecords;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.Config;

/** Reads the items of data sets, in their order, without holding them in memory. */
@ApplicationScoped
public class ItemReader {

  private final FileSource files;
  private final SqlRecords records;
  private final ItemLimits limits;

  /**
   * @throws IllegalArgumentException if a limit is not valid; names its property
   */
  @Inject
  ItemReader(FileSource files, SqlRecords records, Config config, RecordSettings record) {
    this(files, records, ItemLimits.of(config, record.maxBytes));
  }

  ItemReader(FileSource files, SqlRecords records, ItemLimits limits) {
    this.files = files;
    this.records = records;
    this.limits = limits;
  }

  /**
   * Reads a data set to its end. It never reads within a transaction of its own.
   *
   * @param origin the agent and person whose rights it has: they are granted {@link
   *     FileSource#TOOL} and {@link SqlRecords#TOOL}
   * @param items receives each item as soon as it is read; what it received is void if the method
   *     throws, and it receives no more after the first thing that is wrong
   * @return the number of items, at least 1
   * @throws InvalidDocumentException if an item is not valid, with what is wrong with which line or
   *     row; or if they have no such source
   * @throws NotPermittedException if they may not read the source; says why
   * @throws FaultException if a data source does not serve the query now
   * @throws IOException if a file cannot be read
   * @throws InterruptedException if the caller was interrupted
   */
  public int read(DataSet set, CallOrigin origin, Consumer<Item> items)
      throws NotPermittedException, FaultException, IOException, InterruptedException {
    var collector = new ItemCollector(set, limits, items);
    switch (set.source()) {
      case ItemSource.Lines(InputStream bytes) ->
          JsonLines.read(new BufferedInputStream(bytes), collector);
      case ItemSource.WorkspaceFile file -> {
        try (InputStream in = open(file, origin)) {
          switch (file.format()) {
            case JSONL -> JsonLines.read(in, collector);
            case CSV -> CommaSeparatedValues.read(in, collector);
          }
        }
      }
      case ItemSource.Query query -> readRows(query, origin, collector);
    }
    return collector.end();
  }

  private void readRows(ItemSource.Query query, CallOrigin origin, ItemCollector items)
      throws NotPermittedException, FaultException, InterruptedException {
    try {
      records.read(
          origin,
          new SqlRecords.Query(query.source(), query.sql(), query.parameters(), limits.items() + 1),
          new QueryRows(items));
    } catch (ToolException e) {
      throw invalid("source", e.failure().message());
    }
  }

  private InputStream open(ItemSource.WorkspaceFile file, CallOrigin origin)
      throws NotPermittedException, IOException {
    try {
      return new BufferedInputStream(files.open(origin, file.workspace(), file.path()));
    } catch (ToolException e) {
      boolean isWorkspace = e.failure().code().equals(FileSource.NO_WORKSPACE);
      throw invalid(isWorkspace ? "source.workspace" : "source.path", e.failure().message());
    }
  }

  private static InvalidDocumentException invalid(String path, String message) {
    return new InvalidDocumentException(List.of(new DocumentError(path, message)));
  }
}
