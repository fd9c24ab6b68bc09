package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.run.ImportsResource;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every caller gets from every operation what the table says, and the table has all operations. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryEndpointMatrixIT {

  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
  private static final String BASE = "/api/v1";

  private final Things things = new Things(Asker.OPERATOR.client(), Asker.ADMIN.client());

  @Test
  void theTableHasEveryOperationOfTheDocumentAndNoOther() {
    assertThat(Endpoint.all().stream().map(Endpoint::operation))
        .containsExactlyInAnyOrderElementsOf(documented());
  }

  private static List<String> documented() {
    var paths = Asker.VIEWER.client().get("openapi").body().path("paths");
    return paths.properties().stream()
        .flatMap(
            path ->
                path.getValue().properties().stream()
                    .map(operation -> operation.getKey())
                    .filter(METHODS::contains)
                    .map(
                        method ->
                            method.toUpperCase(Locale.ROOT)
                                + " "
                                + path.getKey().substring(BASE.length())))
        .toList();
  }

  static Stream<Endpoint> endpoints() {
    return Endpoint.all().stream();
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void answersEachCallerAsTheTableSays(Endpoint endpoint) {
    assertThat(Stream.of(Asker.values()).map(asker -> status(asker, endpoint)).toList())
        .as("%s for %s", endpoint, List.of(Asker.values()))
        .isEqualTo(endpoint.statuses());
  }

  private int status(Asker asker, Endpoint endpoint) {
    String body = things.filledInto(endpoint.body());
    HttpRequest.Builder request =
        asker
            .request(things.filledInto(endpoint.address()))
            .header("Content-Type", mediaType(endpoint))
            .method(
                endpoint.method(),
                body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    return Client.exchange(request).statusCode();
  }

  private static String mediaType(Endpoint endpoint) {
    return endpoint.operation().endsWith(":import") || endpoint.operation().endsWith(":lines")
        ? ImportsResource.MEDIA_TYPE
        : "application/json";
  }
}
