package dev.reprise.api;

import java.net.http.HttpRequest;
import java.time.Duration;

/** Who asks an operation of the API, as far as it makes a difference. */
enum Asker {
  ANONYMOUS(""),
  VIEWER("viewer"),
  APPROVER("approver"),
  OPERATOR("operator"),
  ADMIN("admin"),
  ADMIN_OF_ANOTHER_TENANT("eve@beta");

  private final String user;

  Asker(String user) {
    this.user = user;
  }

  /** Returns the user as a client; an anonymous client has none. */
  Client client() {
    return new Client(user);
  }

  HttpRequest.Builder request(String path) {
    return this == ANONYMOUS
        ? HttpRequest.newBuilder(Client.uri(path)).timeout(Duration.ofSeconds(30))
        : client().request(path);
  }
}
