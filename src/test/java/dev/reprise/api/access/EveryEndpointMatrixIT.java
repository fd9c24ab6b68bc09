package dev.reprise.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.fixture.Asker;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Endpoint;
import dev.reprise.api.fixture.LoginKind;
import dev.reprise.api.fixture.Things;
import dev.reprise.api.run.RecordFilesResource;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every caller gets from every operation what the table says, and the table has all operations. */
@Tag("door")
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

  static Stream<Arguments> endpoints() {
    return Stream.of(LoginKind.values())
        .flatMap(login -> Endpoint.all().stream().map(it -> Arguments.of(login, it)));
  }

  @ParameterizedTest
  @MethodSource("endpoints")
  void answersEachCallerAsTheTableSays(LoginKind login, Endpoint endpoint) {
    assertThat(Stream.of(Asker.values()).map(asker -> status(login, asker, endpoint)).toList())
        .as("%s for %s", endpoint, List.of(Asker.values()))
        .isEqualTo(expected(login, endpoint));
  }

  /** An API key cannot create another one; all else does not depend on the kind of login. */
  private static List<Integer> expected(LoginKind login, Endpoint endpoint) {
    boolean isRefused = login == LoginKind.API_KEY && endpoint.operation().equals("POST /api-keys");
    return endpoint.statuses().stream()
        .map(status -> isRefused && status == 201 ? (Integer) 403 : status)
        .toList();
  }

  private int status(LoginKind login, Asker asker, Endpoint endpoint) {
    String body = things.filledInto(endpoint.body());
    HttpRequest.Builder request =
        HttpRequest.newBuilder(Client.uri(things.filledInto(endpoint.address())))
            .timeout(Duration.ofSeconds(30))
            .header("Content-Type", mediaType(endpoint))
            .method(
                endpoint.method(),
                body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (asker.user().isPresent()) {
      request.header("Authorization", login.authorization(asker));
    }
    return Client.exchange(request).statusCode();
  }

  private static String mediaType(Endpoint endpoint) {
    return endpoint.operation().endsWith(":import") || endpoint.operation().endsWith(":lines")
        ? RecordFilesResource.MEDIA_TYPE
        : "application/json";
  }
}
