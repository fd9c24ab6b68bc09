package dev.reprise.platform.jdbc;

/** A database has a schema that this version cannot use. Nothing was changed. */
public final class SchemaException extends RuntimeException {

  /**
   * @param reason what the schema is and what to do about it, as it follows "the database"
   */
  public SchemaException(String reason) {
    super(reason);
  }
}
