package dev.reprise.api.catalogue;

import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.StoredVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A version of an agent.
 *
 * @param version content hash of the document
 * @param present whether new runs take it
 * @param firstSeenAt when the first run of the tenant took it; absent if none has yet
 */
public record AgentVersionView(String version, boolean present, Optional<Instant> firstSeenAt) {

  /**
   * Returns the versions of an agent, the present one first.
   *
   * @param present the one that new runs take, if they can
   * @param stored those that runs have taken, in the order of the result
   */
  static List<AgentVersionView> of(Optional<AgentVersion> present, List<StoredVersion> stored) {
    Optional<String> now = present.map(AgentVersion::hash);
    List<AgentVersionView> views = new ArrayList<>();
    now.ifPresent(
        hash ->
            views.add(
                new AgentVersionView(
                    hash,
                    true,
                    stored.stream()
                        .filter(it -> it.hash().equals(hash))
                        .map(StoredVersion::firstSeenAt)
                        .findFirst())));
    stored.stream()
        .filter(it -> !now.equals(Optional.of(it.hash())))
        .map(it -> new AgentVersionView(it.hash(), false, Optional.of(it.firstSeenAt())))
        .forEach(views::add);
    return views;
  }
}
