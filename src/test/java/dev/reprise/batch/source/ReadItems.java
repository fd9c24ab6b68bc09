package dev.reprise.batch.source;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.InvalidDocumentException;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.ToolBench;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.file.FileSource;
import dev.reprise.tool.sql.SqlFixture;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads data sets from a directory and a small database, as the tenant acme. */
final class ReadItems {

  static final ItemLimits LIMITS = new ItemLimits(1_000, 10_000, 1_000_000, 100_000);

  private final Path directory;
  private final ItemLimits limits;

  ReadItems(Path directory, ItemLimits limits) {
    this.directory = directory;
    this.limits = limits;
  }

  List<Item> csv(String text) throws Exception {
    return csv(text.getBytes(StandardCharsets.UTF_8));
  }

  List<Item> csv(byte[] bytes) throws Exception {
    return of(file(bytes, ItemSource.Format.CSV), ItemKey.HASH);
  }

  List<Item> jsonl(byte[] bytes) throws Exception {
    return of(file(bytes, ItemSource.Format.JSONL), ItemKey.HASH);
  }

  List<Item> lines(String text, String... key) throws Exception {
    return of(source(text), new ItemKey(List.of(key)));
  }

  static ItemSource source(String lines) {
    return new ItemSource.Lines(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
  }

  List<Item> of(ItemSource source, ItemKey key) throws Exception {
    return of(new DataSet(source, key, InputTemplate.ITEM));
  }

  List<Item> of(DataSet set) throws Exception {
    List<Item> items = new ArrayList<>();
    new ItemReader(
            new FileSource(
                ToolFixture.gate(ToolFixture.catalogue(ToolBench.BUILT_IN), ToolFixture.policy()),
                ToolFixture.workspaces("data", directory)),
            SqlFixture.records("shop", "acme", SqlFixture.shop()),
            limits)
        .read(set, TestCalls.origin(), items::add);
    return items;
  }

  static List<String> inputs(List<Item> items) {
    return items.stream().map(item -> item.input().text()).toList();
  }

  /** Returns what is wrong, as {@code path: message}. */
  static List<String> problems(Reading reading) {
    return catchThrowableOfType(InvalidDocumentException.class, reading::read).problems().stream()
        .map(DocumentError::toString)
        .toList();
  }

  /** Reads a data set that is not valid. */
  interface Reading {
    Object read() throws Exception;
  }

  private ItemSource file(byte[] bytes, ItemSource.Format format) throws IOException {
    Files.write(directory.resolve("items"), bytes);
    return new ItemSource.WorkspaceFile("data", "items", format);
  }
}
