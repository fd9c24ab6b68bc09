package dev.reprise.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.server.TestServer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Callers see and change only what their tenant and roles allow. */
class AccessIT {

  private static final String INPUT = "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}";

  @Test
  void withoutALoginThereIsNothing() {
    for (String path : List.of("runs", "agents", "openapi", "nothing")) {
      var answer =
          Client.send(HttpRequest.newBuilder(Client.uri(path)))
              .isProblem(ProblemType.UNAUTHENTICATED);

      assertThat(answer.header("WWW-Authenticate")).startsWith("Basic");
    }
  }

  @Test
  void aWrongPasswordIsNoLogin() {
    Client.send(
            HttpRequest.newBuilder(Client.uri("runs"))
                .header("Authorization", "Basic dmlld2VyOndyb25n"))
        .isProblem(ProblemType.UNAUTHENTICATED);
  }

  @Test
  void aUserWithoutARoleIsRefused() {
    new Client("runner").get("runs").isProblem(ProblemType.FORBIDDEN);
  }

  @Test
  void aUserWithoutATenantIsRefusedEverywhere() {
    var stray = new Client("stray");

    for (String path : List.of("runs", "openapi", "tools")) {
      stray.get(path).isProblem(ProblemType.UNUSABLE_TENANT);
    }
  }

  @Test
  void aViewerLooksAndDoesNotAct() {
    var viewer = new Client("viewer");
    var run = new Client("operator").submit("quick");

    assertThat(viewer.get("runs/" + run).status()).isEqualTo(200);
    viewer.post("runs", Client.submission("quick", INPUT, "test")).isProblem(ProblemType.FORBIDDEN);
    viewer.post("runs/" + run + ":cancel", "{}").isProblem(ProblemType.FORBIDDEN);
  }

  @Test
  void aPageOfAnotherSiteCannotActForItsVisitor() {
    var operator = new Client("operator");
    var run = operator.submit("slow");

    Client.send(
            operator
                .request("runs/" + run + ":cancel")
                .header("Origin", "https://elsewhere.example")
                .POST(BodyPublishers.noBody()))
        .isProblem(ProblemType.FORBIDDEN);
    var fromHere =
        Client.send(
            operator
                .request("runs/" + run + ":cancel")
                .header("Origin", "http://" + TestServer.http().getAuthority())
                .POST(BodyPublishers.noBody()));
    assertThat(fromHere.status()).isEqualTo(202);
  }

  @Test
  void anotherTenantsRunDoesNotExist() {
    var acme = new Client("ana@acme");
    var beta = new Client("bo@beta");
    var run = acme.submit("quick");

    assertThat(acme.get("runs/" + run).status()).isEqualTo(200);
    beta.get("runs/" + run).isProblem(ProblemType.NOT_FOUND);
    beta.get("runs/" + run + "/events").isProblem(ProblemType.NOT_FOUND);
    Client.send(beta.request("runs/" + run + "/events").header("Accept", "text/event-stream"))
        .isProblem(ProblemType.NOT_FOUND);
    beta.post("runs/" + run + ":cancel", "{}").isProblem(ProblemType.NOT_FOUND);
    assertThat(beta.get("runs?limit=200").body().toString()).doesNotContain(run.toString());
  }
}
