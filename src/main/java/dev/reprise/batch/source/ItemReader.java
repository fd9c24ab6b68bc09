package dev.reprise.batch.source;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;
import static java.nio.file.StandardOpenOption.READ;

import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.InvalidDocumentException;
import dev.reprise.resilience.FaultException;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.sql.SqlRecords;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.util.List;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.Config;

/** Reads the items of data sets, in their order, without holding them in memory. */
@ApplicationScoped
public class ItemReader {

  private final Workspaces workspaces;
  private final SqlRecords records;
  private final ItemLimits limits;

  /**
   * @throws IllegalArgumentException if a limit is not valid; names its property
   */
  @Inject
  ItemReader(Workspaces workspaces, SqlRecords records, Config config) {
    this(workspaces, records, ItemLimits.of(config));
  }

  ItemReader(Workspaces workspaces, SqlRecords records, ItemLimits limits) {
    this.workspaces = workspaces;
    this.records = records;
    this.limits = limits;
  }

  /**
   * Reads a data set to its end. It never reads within a transaction of its own.
   *
   * @param tenant whose files and data sources it may use
   * @param items receives each item as soon as it is read; what it received is void if the method
   *     throws, and it receives no more after the first thing that is wrong
   * @return the number of items, at least 1
   * @throws InvalidDocumentException if an item is not valid, with what is wrong with which line or
   *     row; or if the tenant has no such source
   * @throws FaultException if a data source does not serve the query now
   * @throws IOException if a file cannot be read
   * @throws InterruptedException if the caller was interrupted
   */
  public int read(DataSet set, String tenant, Consumer<Item> items)
      throws FaultException, IOException, InterruptedException {
    var collector = new ItemCollector(set, limits, items);
    switch (set.source()) {
      case ItemSource.Lines(InputStream bytes) ->
          JsonLines.read(new BufferedInputStream(bytes), collector);
      case ItemSource.WorkspaceFile file -> {
        try (InputStream in = open(file, tenant)) {
          switch (file.format()) {
            case JSONL -> JsonLines.read(in, collector);
            case CSV -> CommaSeparatedValues.read(in, collector);
          }
        }
      }
      case ItemSource.Query query -> readRows(query, tenant, collector);
    }
    return collector.end();
  }

  private void readRows(ItemSource.Query query, String tenant, ItemCollector items)
      throws FaultException, InterruptedException {
    try {
      records.read(
          tenant,
          query.source(),
          query.sql(),
          query.parameters(),
          limits.items() + 1,
          new QueryRows(items));
    } catch (ToolException e) {
      throw invalid("source", e.failure().message());
    }
  }

  private InputStream open(ItemSource.WorkspaceFile file, String tenant) throws IOException {
    Workspace workspace =
        workspaces
            .find(tenant, file.workspace())
            .orElseThrow(
                () ->
                    invalid(
                        "source.workspace",
                        "must be a workspace of this server or a directory in one; there are: "
                            + names(tenant)));
    try {
      var channel = Files.newByteChannel(workspace.file(file.path()), READ, NOFOLLOW_LINKS);
      return new BufferedInputStream(Channels.newInputStream(channel));
    } catch (ToolException e) {
      throw invalid("source.path", e.failure().message());
    }
  }

  private String names(String tenant) {
    List<String> names = List.copyOf(workspaces.names(tenant));
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  private static InvalidDocumentException invalid(String path, String message) {
    return new InvalidDocumentException(List.of(new DocumentError(path, message)));
  }
}
