package dev.reprise.cli.doctor;

import dev.reprise.client.http.RepriseException;
import java.util.List;
import java.util.Optional;

/** A client of another version may not know what the server answers. */
final class VersionCheck implements Check {

  private final Optional<String> ownVersion;

  /**
   * @param ownVersion of this program; empty in development
   */
  VersionCheck(Optional<String> ownVersion) {
    this.ownVersion = ownVersion;
  }

  @Override
  public String subject() {
    return "the versions";
  }

  @Override
  public List<Finding> findings(ServerState server) throws RepriseException, InterruptedException {
    if (ownVersion.isEmpty()) {
      return List.of();
    }
    String theirs = server.client().description().path("info").path("version").asText();
    return ownVersion.get().equals(theirs)
        ? List.of()
        : List.of(
            Finding.warning(
                "This program has version %s, the server %s.".formatted(ownVersion.get(), theirs),
                "Use the reprise that comes with the server, bin/reprise."));
  }
}
