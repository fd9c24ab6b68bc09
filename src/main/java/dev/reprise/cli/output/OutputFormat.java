package dev.reprise.cli.output;

/** The forms of what is printed. */
public enum OutputFormat {
  /** For people. */
  TABLE,
  /** One JSON value; of a list, an array. */
  JSON,
  /** One item a line, in JSON. */
  JSONL,
  YAML
}
