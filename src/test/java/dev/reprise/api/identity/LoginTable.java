package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.server.Build;
import dev.reprise.server.Http;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * However a request logs in, the application and the container take it for the same user, or for
 * none. A user has the tenant of the verified token, password or key, or is refused.
 */
@Tag("door")
abstract class LoginTable {

  private static final HttpClient HTTP = Http.trustingClient();
  private static final AtomicInteger CASES = new AtomicInteger();

  /**
   * A login that would be right in its proper form.
   *
   * @param other the scheme that it does not have
   * @param user as whom the container knows it; "none" for keys, which it does not check
   * @param caller what the application says: name and tenant, or the status of a refusal
   */
  record Right(String scheme, String other, String value, String user, String caller) {

    static Right password(String authorization, String user, String caller) {
      return new Right("Basic", "Bearer", authorization.substring("Basic ".length()), user, caller);
    }

    static Right bearer(String value, String user, String caller) {
      return new Right("Bearer", "Basic", value, user, caller);
    }

    String proper() {
      return scheme + " " + value;
    }
  }

  /** A way to write a login: the headers of a request. */
  private record Form(String name, Function<Right, List<String>> headers) {
    static Form of(String name, Function<Right, String> header) {
      return new Form(name, right -> List.of(header.apply(right)));
    }
  }

  private static final List<Form> PROPER =
      List.of(
          Form.of("S v", Right::proper),
          Form.of("s v", it -> it.scheme().toLowerCase(Locale.ROOT) + " " + it.value()),
          Form.of("S V", it -> it.scheme().toUpperCase(Locale.ROOT) + " " + it.value()));

  private static final List<Form> IMPROPER =
      List.of(
          Form.of("empty", it -> ""),
          Form.of("v", Right::value),
          Form.of("S", Right::scheme),
          Form.of("v=S", it -> it.value() + "=" + it.scheme()),
          Form.of("v==S", it -> it.value() + "==" + it.scheme()),
          Form.of("v=S and a blank", it -> it.value() + "=" + it.scheme() + " "),
          Form.of("v==S and a blank", it -> it.value() + "==" + it.scheme() + " "),
          Form.of("v=s", it -> it.value() + "=" + it.scheme().toLowerCase(Locale.ROOT)),
          Form.of("v S", it -> it.value() + " " + it.scheme()),
          Form.of("v=.S", it -> it.value() + "=." + it.scheme()),
          Form.of("v.S", it -> it.value() + "." + it.scheme()),
          Form.of("v, S v", it -> it.value() + ", " + it.proper()),
          Form.of("xS v", it -> "x" + it.proper()),
          Form.of("S:v", it -> it.scheme() + ":" + it.value()),
          Form.of("S=v", it -> it.scheme() + "=" + it.value()),
          Form.of("S, a tab, v", it -> it.scheme() + "\t" + it.value()),
          Form.of("S, a blank, a tab, v", it -> it.scheme() + " \t" + it.value()),
          Form.of("S v x", it -> it.proper() + " x"),
          Form.of("S v,", it -> it.proper() + ","),
          Form.of("S \"v\"", it -> it.scheme() + " \"" + it.value() + "\""),
          Form.of("S v, S v", it -> it.proper() + ", " + it.proper()),
          Form.of("S token=v", it -> it.scheme() + " token=" + it.value()),
          Form.of("other scheme", it -> it.other() + " " + it.value()),
          Form.of("other scheme without anything, S v", it -> it.other() + " eA==, " + it.proper()),
          Form.of("Digest v", it -> "Digest " + it.value()),
          Form.of("Negotiate v", it -> "Negotiate " + it.value()),
          new Form("twice", it -> List.of(it.proper(), it.proper())),
          new Form("x, S v", it -> List.of(it.other() + " eA==", it.proper())),
          new Form("S v, x", it -> List.of(it.proper(), it.other() + " eA==")),
          new Form("v=S, S v", it -> List.of(it.value() + "=" + it.scheme(), it.proper())),
          new Form("S v, v", it -> List.of(it.proper(), it.value())),
          new Form("none", it -> List.of()));

  abstract ServerProcess server();

  abstract List<Right> logins() throws Exception;

  /** Returns the options of a server with these logins. */
  static ServerOptions options() {
    return ServerOptions.DEFAULT
        .withBeans(ContainerUsers.class)
        .with("REPRISE_LOGINS_FAILURES", "100000")
        .with("REPRISE_AGENTS_DIR", Build.current().agents().toString());
  }

  /** Returns an API key of the tenant {@code default}. */
  Right apiKey() throws IOException, InterruptedException {
    var created =
        HTTP.send(
            request("api-keys")
                .header("Authorization", server().credentials().basic("admin"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"name\": \"table\", \"roles\": [\"admin\"]}"))
                .build(),
            BodyHandlers.ofString());
    assertThat(created.statusCode()).as("%s", created.body()).isEqualTo(201);
    return Right.bearer(
        Json.read(created.body()).path("key").asText(), "none", "api-key:table of default");
  }

  @Test
  void aLoginInItsProperFormIsThatOfItsUser() throws Exception {
    for (Right right : logins()) {
      for (Form form : PROPER) {
        assertThat(seen(form.headers().apply(right), Map.of()))
            .as("%s of %s", form.name(), right.caller())
            .isEqualTo("%s, the container: %s".formatted(right.caller(), right.user()));
      }
    }
  }

  @Test
  void noLoginInAnyOtherFormIsOne() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (Right right : logins()) {
      for (Form form : IMPROPER) {
        String seen = seen(form.headers().apply(right), Map.of());
        if (!seen.equals("401, the container: none")) {
          wrong.add("%s of %s: %s".formatted(form.name(), right.caller(), seen));
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Several blanks are allowed; the container may think otherwise, but not of someone else. */
  @Test
  void aLoginWithTwoBlanksIsThatOfItsUserOrNone() throws Exception {
    for (Right right : logins()) {
      assertThat(seen(List.of(right.scheme() + "  " + right.value()), Map.of()))
          .isIn(
              "401, the container: none",
              "%s, the container: %s".formatted(right.caller(), right.user()));
    }
  }

  /** A charset that the client names must not let the container read another name. */
  @Test
  void noOtherHeaderChangesWhoItIs() throws Exception {
    for (Right right : logins()) {
      for (String charset : List.of("UTF-16", "Cp037", "x")) {
        assertThat(seen(List.of(right.proper()), Map.of("Authorization-Encoding", charset)))
            .isEqualTo("%s, the container: %s".formatted(right.caller(), right.user()));
      }
    }
  }

  @Test
  void aFormOrAQueryWithATokenIsNoLogin() throws Exception {
    for (Right right : logins()) {
      for (List<String> headers :
          List.of(
              List.<String>of(),
              List.of("Bearer"),
              List.of("xBearer"),
              List.of("Bearer x"),
              List.of("Basic eA=="))) {
        String parameter = "access_token=" + right.value();
        HttpRequest.Builder form =
            request("breakers/tool/count_lines:reset")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(parameter));
        assertThat(exchange(form, headers)).as("%s", headers).startsWith("401,").endsWith(" none");
        assertThat(exchange(request("caller?" + parameter), headers))
            .as("%s", headers)
            .isEqualTo("401, the container: none");
      }
    }
  }

  /** Requests of one connection follow each other on one thread. */
  @Test
  void oneLoginDoesNotLeadToTheNext() throws Exception {
    List<Right> logins = logins();
    for (int i = 0; i < 20; i++) {
      Right right = logins.get(i % logins.size());
      assertThat(seen(List.of(right.proper()), Map.of()))
          .isEqualTo("%s, the container: %s".formatted(right.caller(), right.user()));
      assertThat(seen(List.of(), Map.of())).isEqualTo("401, the container: none");
    }
  }

  private String seen(List<String> authorization, Map<String, String> more)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request("caller");
    more.forEach(request::header);
    return exchange(request, authorization);
  }

  /** Returns as whom the application and the container take the caller of a request. */
  private String exchange(HttpRequest.Builder request, List<String> authorization)
      throws IOException, InterruptedException {
    String number = Integer.toString(CASES.incrementAndGet());
    authorization.forEach(header -> request.header("Authorization", header));
    HttpResponse<String> response =
        HTTP.send(request.header(ContainerUsers.CASE, number).build(), BodyHandlers.ofString());
    return "%s, the container: %s".formatted(caller(response), container(number));
  }

  private static String caller(HttpResponse<String> response) {
    if (response.statusCode() != 200) {
      return Integer.toString(response.statusCode());
    }
    JsonNode caller = Json.read(response.body());
    return "%s of %s".formatted(caller.path("name").asText(), caller.path("tenant").asText());
  }

  private String container(String number) {
    URI address = server().baseUri().resolve("/container-users?case=" + number);
    return await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () ->
                HTTP.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString()).body(),
            user -> !user.equals("null")); // the request ends after its response
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server().baseUri().resolve("/api/v1/" + path))
        .version(HttpClient.Version.HTTP_1_1)
        .timeout(Duration.ofSeconds(30));
  }
}
