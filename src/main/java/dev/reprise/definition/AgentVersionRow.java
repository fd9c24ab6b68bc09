package dev.reprise.definition;

import dev.reprise.platform.jdbc.Row;

/**
 * The row of an agent's version with its document, for the runs that pin it. It never changes.
 *
 * @param name the agent's
 * @param document canonical JSON
 */
record AgentVersionRow(String name, String document) {

  static AgentVersionRow read(Row row) {
    return new AgentVersionRow(row.text("name"), row.text("document"));
  }
}
