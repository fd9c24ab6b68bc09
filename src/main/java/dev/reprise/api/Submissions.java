package dev.reprise.api;

import dev.reprise.agent.JsonValue;
import dev.reprise.definition.AgentVersion;
import dev.reprise.definition.AgentVersions;
import dev.reprise.platform.Json;
import dev.reprise.run.NewRun;
import dev.reprise.run.RunQueue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.UUID;

/**
 * Puts a checked submission on the queue: the agent's version, the row and the first event at once.
 */
@ApplicationScoped
class Submissions {

  @Inject AgentVersions versions;
  @Inject RunQueue queue;

  @Transactional
  public UUID accept(String tenant, String user, AgentVersion agent, Submission submission) {
    UUID id = UUID.randomUUID();
    versions.keep(tenant, agent);
    queue.add(
        new NewRun(
            id,
            tenant,
            agent.definition().name(),
            agent.hash(),
            new JsonValue(Json.write(submission.input())),
            submission.workspace(),
            user));
    return id;
  }
}
