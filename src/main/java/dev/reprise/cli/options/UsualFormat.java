package dev.reprise.cli.options;

import dev.reprise.cli.output.OutputFormat;

/** In which format a command prints if none is asked for. */
public enum UsualFormat {
  TABLE_OR_JSON(OutputFormat.TABLE, OutputFormat.JSON),
  /** Of a list that may be long: an item a line, not an array. */
  TABLE_OR_LINES(OutputFormat.TABLE, OutputFormat.JSONL),
  LINES(OutputFormat.JSONL, OutputFormat.JSONL),
  JSON(OutputFormat.JSON, OutputFormat.JSON);

  private final OutputFormat forPeople;
  private final OutputFormat forPrograms;

  UsualFormat(OutputFormat forPeople, OutputFormat forPrograms) {
    this.forPeople = forPeople;
    this.forPrograms = forPrograms;
  }

  OutputFormat format(boolean isTerminal) {
    return isTerminal ? forPeople : forPrograms;
  }
}
