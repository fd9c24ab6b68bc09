package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.FeedReader;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.Program;
import dev.reprise.artifact.store.ArtifactJson;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;

/**
 * A generated tool that tests import.
 *
 * @param method of the role of feed readers
 */
record GeneratedTool(String method) {

  /** Returns a tool whose method has this name, as far as a method can have it. */
  static GeneratedTool named(String name) {
    return new GeneratedTool(name.replace('-', '_'));
  }

  /** Returns its address, below that of all artifacts. */
  String address() {
    return FeedReader.KEY.role() + "/" + method;
  }

  String document(String code) {
    var key = new ArtifactKey("elsewhere", FeedReader.KEY.role(), method);
    return ArtifactJson.write(
            Artifact.first(
                    key,
                    FeedReader.CONTRACT,
                    new Program(code, List.of()),
                    FeedReader.origin(Trigger.GENERATED))
                .succeeded(FeedReader.NOW)
                .promoted("eve", "trust me", FeedReader.NOW)
                .promoted("eve", "trust me", FeedReader.NOW))
        .toString();
  }

  GeneratedTool importedBy(Client admin) {
    Client.Answer imported = put(admin, document("return input.titles; // 1"));
    assertThat(imported.status()).as("%s", imported.body()).isEqualTo(200);
    return this;
  }

  Client.Answer put(Client caller, String document) {
    return Client.send(
        caller
            .request("artifacts/" + address())
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString("{\"document\": %s}".formatted(document))));
  }
}
