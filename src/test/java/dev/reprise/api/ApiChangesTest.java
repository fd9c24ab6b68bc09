package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What breaks clients is told from what does not. */
class ApiChangesTest {

  private static final String DOCUMENT =
      """
      {"paths": {"/runs/{id}": {
        "get": {
          "operationId": "getRun",
          "parameters": [{"in": "query", "name": "limit", "schema": {"type": "integer", "maximum": 200}}],
          "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Run"}}}}}},
        "post": {
          "operationId": "moveRun",
          "requestBody": {"required": false, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Move"}}}},
          "responses": {"202": {"$ref": "#/components/responses/moved"}}}}},
       "components": {
         "responses": {"moved": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Run"}}}}},
         "schemas": {
           "Run": {"type": "object", "required": ["id"], "properties": {
             "id": {"type": "string"}, "note": {"type": "string"}, "parent": {"$ref": "#/components/schemas/Run"},
             "status": {"type": "string", "enum": ["NEW", "OLD"]},
             "event": {"oneOf": [{"type": "object", "properties": {"kind": {"const": "a"}, "x": {"type": "integer"}}}]}}},
           "Move": {"type": "object", "required": ["to"], "properties": {
             "to": {"type": "string", "maxLength": 10, "pattern": "^a$"},
             "how": {"type": "string", "enum": ["fast", "slow"]}, "why": {"type": "string"}}}}}}
      """;

  @Test
  void nothingBreaksByWhatIsTheSame() {
    assertThat(breaking(DOCUMENT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"required\": [\"id\"] | \"required\": [\"id\", \"note\"]",
        "\"NEW\", \"OLD\" | \"NEW\", \"OLD\", \"ODD\"",
        "\"NEW\", \"OLD\" | \"NEW\"",
        "\"fast\", \"slow\" | \"fast\", \"slow\", \"odd\"",
        "\"maxLength\": 10 | \"maxLength\": 20",
        "\"maximum\": 200 | \"maximum\": 300",
        "\"why\": | \"when\": {\"type\": \"string\"}, \"why\":",
        "\"note\": | \"more\": {\"type\": \"string\"}, \"note\":",
        "\"required\": [\"to\"] | \"required\": []"
      })
  void clientsBearWhatIsAddedOrEased(String text, String other) {
    assertThat(breaking(DOCUMENT.replace(text, other))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"get\": { | \"head\": { | GET /runs/{id} is gone",
        "getRun | showRun | operationId was",
        "\"200\" | \"201\" | 200 is gone",
        "application/json | text/plain | application/json is gone",
        "\"required\": [\"id\"] | \"required\": [] | .id may be absent",
        "\"note\": | \"text\": | .note is gone",
        "\"id\": {\"type\": \"string\"} | \"id\": {\"type\": \"integer\"} | type was \"string\" and is \"integer\"",
        "\"x\": {\"type\": \"integer\"} | \"x\": {\"type\": \"string\"} | a.x: type was",
        "\"const\": \"a\" | \"const\": \"b\" | the variant a is gone",
        "\"required\": [\"to\"] | \"required\": [\"to\", \"why\"] | .why is needed",
        "\"required\": false | \"required\": true | needs a body",
        "\"why\": | \"because\": | .why is gone",
        "\"fast\", \"slow\" | \"fast\" | is not taken any more",
        "\"maxLength\": 10 | \"maxLength\": 5 | maxLength is 5",
        "^a$ | ^b$ | the pattern is another",
        "\"limit\" | \"most\" | limit is gone",
        "\"in\": \"query\" | \"required\": true, \"in\": \"query\" | limit is needed",
        "\"maximum\": 200 | \"maximum\": 100 | maximum is 100"
      })
  void clientsBreakByWhatIsTakenAwayOrAskedFor(String text, String other, String told) {
    assertThat(breaking(DOCUMENT.replace(text, other))).anyMatch(it -> it.contains(told));
  }

  private static List<String> breaking(String later) {
    JsonNode earlier = Json.read(DOCUMENT);
    return ApiChanges.breaking(earlier, Json.read(later));
  }
}
