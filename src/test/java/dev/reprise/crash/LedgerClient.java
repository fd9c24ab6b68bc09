package dev.reprise.crash;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Lets code inside the server reach the {@link Ledger}. */
@ApplicationScoped
public class LedgerClient {

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI ledger;

  @Inject
  LedgerClient(@ConfigProperty(name = "reprise.test.ledger") URI ledger) {
    this.ledger = ledger;
  }

  /** Writes a line and returns the ledger's answer. */
  String write(String method, String key) throws IOException, InterruptedException {
    return send(method, key).body();
  }

  /** Returns whether the effect of this key has happened. */
  boolean knows(String key) throws IOException, InterruptedException {
    return send("HEAD", key).statusCode() == 200;
  }

  private HttpResponse<String> send(String method, String key)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(ledger.resolve("/" + key))
            .method(method, BodyPublishers.noBody())
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
