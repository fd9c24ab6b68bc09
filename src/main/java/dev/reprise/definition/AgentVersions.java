package dev.reprise.definition;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.platform.document.InvalidDocumentException;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The versions of agents that runs pin. A version stays as long as its runs. Tested by {@code
 * AgentTrialsIT}.
 */
@ApplicationScoped
public class AgentVersions {

  private static final int MAX_LOADED = 200;
  private static final int MAX_KNOWN = 10_000;

  /** A version is stored once for each tenant. */
  private record Key(String tenant, String version) {}

  private final AgentReader reader;
  private final AgentTable table;

  /** Versions never change, so they are cached, once for all tenants: the hash is of all of one. */
  private final Map<String, AgentDefinition> loaded = leastRecentlyUsed(MAX_LOADED);

  /** Those that are stored for a tenant, as far as this server has seen it. */
  private final Set<Key> known = Collections.newSetFromMap(leastRecentlyUsed(MAX_KNOWN));

  private static <K, V> Map<K, V> leastRecentlyUsed(int most) {
    return Collections.synchronizedMap(
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<K, V> it) {
            return size() > most;
          }
        });
  }

  @Inject
  public AgentVersions(AgentReader reader, AgentTable table) {
    this.reader = reader;
    this.table = table;
  }

  /**
   * Stores a version for a tenant, unless it is stored already.
   *
   * @throws DatabaseException if the database fails
   */
  public void keep(String tenant, AgentVersion version) {
    if (!known.contains(new Key(tenant, version.hash()))) {
      table.add(tenant, version);
    }
  }

  /**
   * Returns the versions of an agent that runs of a tenant have taken, the newest first.
   *
   * @throws DatabaseException if the database fails
   */
  public List<StoredVersion> stored(String tenant, String name) {
    return table.versions(tenant, name);
  }

  /** Returns the document of a stored version of an agent as canonical JSON, if it is stored. */
  public Optional<String> document(String tenant, String name, String hash) {
    return table
        .find(tenant, hash)
        .filter(pinned -> pinned.name().equals(name))
        .map(AgentVersionRow::document);
  }

  /**
   * Returns the document of a stored version as canonical JSON.
   *
   * @throws UnknownAgentVersionException if it is not stored
   */
  public String document(String tenant, String hash) {
    return stored(new Key(tenant, hash)).document();
  }

  /**
   * Returns a stored version.
   *
   * @throws UnknownAgentVersionException if it is not stored, or was changed
   */
  public AgentDefinition load(String tenant, String hash) {
    var key = new Key(tenant, hash);
    AgentDefinition parsed = loaded.get(hash);
    if (parsed != null && known.contains(key)) {
      return parsed;
    }
    AgentVersionRow row = stored(key);
    AgentDefinition definition = parsed == null ? parse(row, hash) : parsed;
    loaded.put(hash, definition);
    known.add(key);
    return definition;
  }

  private AgentDefinition parse(AgentVersionRow row, String hash) {
    AgentVersion version = read(row, hash);
    if (!version.hash().equals(hash)) {
      throw new UnknownAgentVersionException(
          "the stored agent version %s was changed: its hash is now %s"
              .formatted(hash, version.hash()));
    }
    return version.definition();
  }

  private AgentVersionRow stored(Key key) {
    return table
        .find(key.tenant(), key.version())
        .orElseThrow(
            () ->
                new UnknownAgentVersionException(
                    "agent version %s is not stored".formatted(key.version())));
  }

  private AgentVersion read(AgentVersionRow pinned, String hash) {
    try {
      return reader.read(pinned.document());
    } catch (InvalidDocumentException e) {
      throw new UnknownAgentVersionException(
          "the stored version %s of agent '%s' cannot be read: %s"
              .formatted(hash, pinned.name(), e.getMessage()));
    }
  }
}
