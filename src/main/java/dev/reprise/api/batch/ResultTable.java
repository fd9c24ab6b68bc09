package dev.reprise.api.batch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.csv.CsvFactory;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.OutputContract;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Results of items as comma-separated values (RFC 4180, in UTF-8): a row each, the first one names
 * the columns. Each member that the agent's output declares has a column of its own. Tested by
 * {@code ResultTableTest}.
 */
final class ResultTable {

  private static final CsvFactory FACTORY = new CsvFactory();

  /** A spreadsheet would take a text that begins with one of these as a formula. */
  private static final String FORMULAS = "=+-@\t\r";

  private final List<String> members;

  /**
   * @param agent whose output has the columns
   */
  ResultTable(AgentDefinition agent) {
    this.members =
        agent.output().map(OutputContract::schema).map(it -> Json.read(it.text())).stream()
            .flatMap(it -> it.path("properties").propertyStream())
            .map(it -> it.getKey())
            .toList();
  }

  void writeHeading(OutputStream out) throws IOException {
    List<String> names = new ArrayList<>(List.of("number", "key", "status"));
    if (members.isEmpty()) {
      names.add("output");
    }
    members.forEach(member -> names.add("output." + member));
    names.addAll(List.of("error", "message", "usd", "tokens", "run", "endedAt"));
    writeRow(names, out);
  }

  void write(ItemResultView result, OutputStream out) throws IOException {
    List<String> row = new ArrayList<>();
    row.add(Long.toString(result.number()));
    row.add(text(result.key()));
    row.add(result.status().name());
    if (members.isEmpty()) {
      row.add(cell(result.output()));
    }
    members.forEach(member -> row.add(cell(result.output().map(it -> it.path(member)))));
    row.add(result.error().map(ItemResultView.ItemError::code).orElse(""));
    row.add(text(result.error().flatMap(ItemResultView.ItemError::message).orElse("")));
    row.add(result.cost().usd().toPlainString());
    row.add(Long.toString(result.cost().tokens()));
    row.add(result.run().map(UUID::toString).orElse(""));
    row.add(result.endedAt().toString());
    writeRow(row, out);
  }

  /** A text as it is, any other value as JSON; what is not there is empty. */
  private static String cell(Optional<JsonNode> value) {
    return value
        .filter(it -> !it.isMissingNode() && !it.isNull())
        .map(it -> it.isTextual() ? text(it.textValue()) : Json.write(it))
        .orElse("");
  }

  private static String text(String value) {
    return !value.isEmpty() && FORMULAS.indexOf(value.charAt(0)) >= 0 ? "'" + value : value;
  }

  private static void writeRow(List<String> cells, OutputStream out) throws IOException {
    var row = new StringWriter();
    try (CsvGenerator csv = FACTORY.createGenerator(row)) {
      csv.writeStartArray();
      for (String cell : cells) {
        csv.writeString(cell);
      }
      csv.writeEndArray();
    }
    out.write(row.toString().getBytes(StandardCharsets.UTF_8));
  }
}
