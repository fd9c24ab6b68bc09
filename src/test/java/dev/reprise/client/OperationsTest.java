package dev.reprise.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The client asks for what the description of the API has. */
class OperationsTest {

  private static final Path DESCRIPTION = Path.of("src/test/resources/api/openapi.json");

  @Test
  void eachOperationIsOneOfTheApi() throws IOException {
    JsonNode paths = new ObjectMapper().readTree(DESCRIPTION.toFile()).path("paths");

    assertThat(Arrays.asList(Operation.values()))
        .allSatisfy(
            it ->
                assertThat(
                        paths
                            .path("/api/v1" + it.template())
                            .has(it.method().toLowerCase(Locale.ROOT)))
                    .as("%s %s", it.method(), it.template())
                    .isTrue());
  }

  @Test
  void parametersOfAPathAreEncoded() {
    assertThat(ApiRequest.of(Operation.APPROVE_CALL, "a/b", "c d:é").path())
        .isEqualTo("/runs/a%2Fb/tool-calls/c%20d%3A%C3%A9:approve");
    assertThatThrownBy(() -> ApiRequest.of(Operation.SHOW_RUN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ApiRequest.of(Operation.LIST_RUNS, "a"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
