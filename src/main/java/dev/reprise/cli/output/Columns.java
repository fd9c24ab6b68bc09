package dev.reprise.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.PlainText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The columns of a table of JSON values. Tested by {@code OutputTest}. */
public record Columns(List<Column> columns) {

  private static final String GAP = "  ";

  /** As much as a digest has, which is of no use in part. */
  private static final int MOST = 72;

  private static final String ALL = "\n… (+N): N more characters, which --output json shows.";

  /** No columns, to begin with. */
  public static final Columns NONE = new Columns(List.of());

  public Columns {
    columns = List.copyOf(columns);
  }

  /**
   * Returns columns.
   *
   * @param text each column as its title and a JSON pointer such as {@code /status}, and a comma
   *     between columns
   */
  public static Columns of(String text) {
    Columns all = NONE;
    for (String column : text.split(",", -1)) {
      int pointer = column.lastIndexOf(' ');
      all = all.with(column.substring(0, pointer).strip(), column.substring(pointer + 1).strip());
    }
    return all;
  }

  /**
   * Returns a column for each member that one of the items has, in the order in which they come.
   */
  public static Columns ofMembers(List<JsonNode> items) {
    Columns all = NONE;
    var names = new LinkedHashSet<String>();
    items.forEach(item -> item.fieldNames().forEachRemaining(names::add));
    for (String name : names) {
      all = all.with(name, item -> text(item.path(name)));
    }
    return all;
  }

  /** A title, and what is below it. */
  public record Column(String title, Function<JsonNode, String> text) {}

  /**
   * Returns these columns and another one.
   *
   * @param pointer a JSON pointer such as {@code /status}
   */
  public Columns with(String title, String pointer) {
    return with(title, item -> text(item.at(pointer)));
  }

  /** Returns these columns and another one. */
  public Columns with(String title, Function<JsonNode, String> text) {
    List<Column> all = new ArrayList<>(columns);
    all.add(new Column(title, text));
    return new Columns(all);
  }

  /**
   * Returns a table with an item a line, below the titles. A long text ends with how many of its
   * characters are left out, and a last line says how to see them.
   */
  public List<String> table(List<JsonNode> items) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(columns.stream().map(Column::title).toList());
    items.forEach(item -> rows.add(cells(item, it -> PlainText.ofCounted(it, MOST))));
    List<Integer> widths =
        IntStream.range(0, columns.size())
            .mapToObj(at -> rows.stream().mapToInt(row -> PlainText.width(row.get(at))).max())
            .map(widest -> widest.orElse(0))
            .toList();
    Stream<String> lines = rows.stream().map(row -> line(row, widths));
    return Stream.concat(lines, items.stream().anyMatch(this::isCut) ? ALL.lines() : Stream.of())
        .toList();
  }

  private boolean isCut(JsonNode item) {
    return cells(item, PlainText::of).stream().anyMatch(it -> PlainText.width(it) > MOST);
  }

  /**
   * Returns one item with a column a line, after its title; columns without a text are left out.
   */
  public List<String> detail(JsonNode item) {
    List<String> cells = cells(item, PlainText::of);
    int widest = columns.stream().mapToInt(it -> PlainText.width(it.title())).max().orElse(0);
    return IntStream.range(0, columns.size())
        .filter(at -> !cells.get(at).isEmpty())
        .mapToObj(at -> padded(columns.get(at).title(), widest) + GAP + cells.get(at))
        .toList();
  }

  private List<String> cells(JsonNode item, UnaryOperator<String> shown) {
    return columns.stream().map(it -> shown.apply(it.text().apply(item))).toList();
  }

  private static String line(List<String> row, List<Integer> widths) {
    return IntStream.range(0, row.size())
        .mapToObj(at -> padded(row.get(at), widths.get(at)))
        .collect(Collectors.joining(GAP))
        .stripTrailing();
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - PlainText.width(text));
  }

  private static String text(JsonNode value) {
    return value.isContainerNode() ? value.toString() : value.asText();
  }
}
