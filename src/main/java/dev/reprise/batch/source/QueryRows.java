package dev.reprise.batch.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import dev.reprise.tool.sql.SqlRecords;
import java.nio.charset.StandardCharsets;

/** Takes the rows of a query as items. */
final class QueryRows implements SqlRecords.Receiver {

  private final ItemCollector items;

  QueryRows(ItemCollector items) {
    this.items = items;
  }

  @Override
  public int maxLength() {
    return items.limits().itemBytes();
  }

  @Override
  public void take(int row, ObjectNode fields) {
    int size = Json.write(fields).getBytes(StandardCharsets.UTF_8).length;
    if (size > maxLength()) {
      refuse(row, "has more than %d bytes".formatted(maxLength()));
    } else {
      items.take(place(row), fields, size);
    }
  }

  @Override
  public void refuse(int row, String reason) {
    items.refuse(place(row), reason);
  }

  @Override
  public boolean isDone() {
    return items.isDone();
  }

  private static String place(int row) {
    return "row " + row;
  }
}
