package dev.reprise.tool;

import java.util.List;
import java.util.Locale;

/** Writes text that people read formatted and models read raw. */
public final class Markdown {

  private Markdown() {}

  /** Returns a name as code, so that underscores and stars in it stay literal. */
  public static String code(String text) {
    String shown = text.replaceAll("\\p{Cntrl}", "?");
    return shown.indexOf('`') < 0 ? "`" + shown + "`" : "`` " + shown + " ``";
  }

  /** Returns a number with separated thousands, the same on every server. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /**
   * Returns a table.
   *
   * @param columns the headings; every column but the first holds numbers and is aligned to the
   *     right
   */
  public static String table(List<String> columns, List<List<String>> rows) {
    StringBuilder table = new StringBuilder();
    appendRow(table, columns);
    table.append("|---|").append("---:|".repeat(columns.size() - 1)).append('\n');
    rows.forEach(row -> appendRow(table, row));
    return table.toString();
  }

  private static void appendRow(StringBuilder table, List<String> cells) {
    table.append('|');
    cells.forEach(cell -> table.append(' ').append(cell.replace("|", "\\|")).append(" |"));
    table.append('\n');
  }
}
