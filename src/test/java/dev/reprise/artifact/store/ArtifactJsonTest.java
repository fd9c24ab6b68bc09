package dev.reprise.artifact.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.HealthRules;
import dev.reprise.artifact.Program;
import dev.reprise.artifact.Selection;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.document.InvalidDocumentException;
import dev.reprise.resilience.FailureClass;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The document of an artifact, and the published schemas that it fits. */
class ArtifactJsonTest {

  private static final Artifact ARTIFACT =
      FeedReader.written(FeedReader.artifact(), Trigger.REPAIRED, "return 1")
          .succeeded(FeedReader.NOW)
          .failed(FeedReader.failure(FailureClass.ADAPTIVE));

  @Test
  void readsWhatItWrites() {
    assertThat(ArtifactJson.read(Json.read(Json.write(ArtifactJson.write(ARTIFACT)))))
        .isEqualTo(ARTIFACT);
  }

  @Test
  void readsTheExampleOfTheSchema() {
    JsonNode example = DocumentSchema.ARTIFACT.content().at("/examples/0");

    assertThat(CanonicalJson.write(ArtifactJson.write(ArtifactJson.read(example))))
        .isEqualTo(CanonicalJson.write(example));
  }

  @Test
  void readsADocumentFromBeforeCausesWereKept() {
    String older =
        Json.write(DocumentSchema.ARTIFACT.content().at("/examples/0"))
            .replace("\"cause\":\"MISSING\",", "");

    assertThat(older).doesNotContain("cause");
    assertThat(ArtifactJson.read(Json.read(older)).current().origin().cause()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"feed_reader\" | \"Feed Reader\" | key.role",
        "\"schemaVersion\":1 | \"schemaVersion\":0 | generations[0].program.schemaVersion",
        "\"successes\":1 | \"successes\":-1 | fitness.successes",
        "\"STAGED\" | \"TRUSTED\" | standing.stage",
        "\"RETURN_ERROR\" | \"IGNORE\" | contract.onFailure",
        "\"purpose\" | \"porpoise\" | contract.purpose",
        "\"key\" | \"name\" | key"
      })
  void namesThePlaceThatDoesNotFit(String written, String changed, String place) {
    String document = Json.write(ArtifactJson.write(ARTIFACT)).replace(written, changed);

    assertThatThrownBy(() -> ArtifactJson.read(Json.read(document)))
        .isInstanceOfSatisfying(
            InvalidDocumentException.class,
            it -> assertThat(it.problems()).anyMatch(error -> error.path().equals(place)));
  }

  /** An older server must not set a document aside that a newer one has written. */
  @Test
  void readsWhatANewerServerHasWritten() {
    var newer =
        new Program(
            FeedReader.PROGRAM.code(),
            List.of(),
            Program.RUNTIME_VERSION,
            Program.SCHEMA_VERSION + 1);
    Artifact written =
        Artifact.first(FeedReader.KEY, FeedReader.CONTRACT, newer, ARTIFACT.current().origin());

    Artifact read = ArtifactJson.read(Json.read(Json.write(ArtifactJson.write(written))));

    assertThat(read).isEqualTo(written);
    assertThat(Selection.of(Optional.of(read), read.contract(), new HealthRules(3, 0.5)).reason())
        .isEqualTo(Selection.Reason.OTHER_SCHEMA_VERSION);
  }

  @Test
  void refusesCodeThatIsNotWhatWasWritten() {
    String document = Json.write(ArtifactJson.write(ARTIFACT)).replace("return 1", "return 2");

    assertThatThrownBy(() -> ArtifactJson.read(Json.read(document)))
        .hasMessageContaining("checksum");
  }
}
