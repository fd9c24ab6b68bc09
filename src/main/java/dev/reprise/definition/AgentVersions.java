package dev.reprise.definition;

import dev.reprise.agent.AgentDefinition;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The versions of agents that runs were submitted with; a run finds its own to its end. */
@ApplicationScoped
public class AgentVersions {

  private static final int MAX_LOADED = 200;

  @PersistenceContext(unitName = "reprise")
  EntityManager database;

  @Inject AgentReader reader;
  @Inject AgentTable table;

  /** What never changes need not be read twice; the least recently used go first. */
  private final Map<PinnedAgent.Key, AgentDefinition> loaded =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<PinnedAgent.Key, AgentDefinition> it) {
              return size() > MAX_LOADED;
            }
          });

  /**
   * Keeps a version for a tenant; does nothing if it is kept already.
   *
   * @throws AgentsUnavailable if the database fails
   */
  @Transactional(TxType.NOT_SUPPORTED) // a duplicate key would end a transaction around it
  public void keep(String tenant, AgentVersion version) {
    if (!loaded.containsKey(new PinnedAgent.Key(tenant, version.hash()))) {
      table.add(tenant, version);
    }
  }

  /**
   * Returns the document of a version that was kept, as canonical JSON.
   *
   * @throws UnknownAgentVersion if it was not
   */
  @Transactional
  public String document(String tenant, String hash) {
    PinnedAgent pinned = database.find(PinnedAgent.class, new PinnedAgent.Key(tenant, hash));
    if (pinned == null) {
      throw new UnknownAgentVersion("agent version %s is not stored".formatted(hash));
    }
    return pinned.document();
  }

  /**
   * Returns a version that was kept.
   *
   * @throws UnknownAgentVersion if it was not, or is not what was kept
   */
  @Transactional
  public AgentDefinition load(String tenant, String hash) {
    var key = new PinnedAgent.Key(tenant, hash);
    AgentDefinition known = loaded.get(key);
    if (known != null) {
      return known;
    }
    AgentDefinition definition = load(key, hash);
    loaded.put(key, definition);
    return definition;
  }

  private AgentDefinition load(PinnedAgent.Key key, String hash) {
    PinnedAgent pinned = database.find(PinnedAgent.class, key);
    if (pinned == null) {
      throw new UnknownAgentVersion("agent version %s is not stored".formatted(hash));
    }
    AgentVersion version = read(pinned, hash);
    if (!version.hash().equals(hash)) {
      throw new UnknownAgentVersion(
          "the stored agent version %s was changed: it has hash %s now"
              .formatted(hash, version.hash()));
    }
    return version.definition();
  }

  private AgentVersion read(PinnedAgent pinned, String hash) {
    try {
      return reader.read(pinned.document());
    } catch (InvalidAgentDocument e) {
      throw new UnknownAgentVersion(
          "the stored version %s of agent '%s' cannot be read: %s"
              .formatted(hash, pinned.name(), e.getMessage()));
    }
  }
}
